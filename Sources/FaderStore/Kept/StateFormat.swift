enum StateFormat {
    static let version = 1
}
