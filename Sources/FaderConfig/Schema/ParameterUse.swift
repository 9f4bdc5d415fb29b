/// Keys of a parameter that others make useless.
enum ParameterUse {
    static func rules(for fields: Fields) -> [KeyUse] {
        let wraps = fields["wrap"]?.text == "true"
        let hasPositive = fields.locations["format.positive"] != nil
        return [
            KeyUse("out-of-range", besides: ["wrap"], if: wraps, "with wrap, a number outside the range goes round"),
            KeyUse("format.sign", besides: ["format.positive"], if: hasPositive, "positive takes the place of the plus sign"),
        ]
    }
}
