struct Located<Value> {
    let value: Value
    let location: Location
}
