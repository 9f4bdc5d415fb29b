/// The value of a key and where it is written.
struct Located<Value> {
    let value: Value
    let location: Location
}
