extension DeclarationResource: WireType {
    package static let notes: KeyNotes = [
        "id": .id,
        "by": "the names of the programs",
        "keep": "whether it stays when its last session has ended",
        "connections": .from(0, "how many sessions keep it alive"),
    ]
}

extension DeclareRequest: WireRequest {
    package static let notes: KeyNotes = [
        "id": .id,
        "parameter": "the keys of a parameter, as in the config: faderd.yaml(5)",
        "yaml": .with(
            #""additionalProperties": {"type": "string"}"#,
            "more keys of a parameter, and \"value\", each with the text that would stand in the config"),
        "keep": .with(#""default": false"#, "stay when the connection goes"),
        "by": .with(
            #""minLength": 1, "maxLength": \#(longestName), "pattern": "\#(namePattern)", "default": "\#(unnamed)""#,
            "the name of the program: not blank, and without control characters"),
    ]

    /// Matches a name: no control characters, no line ends, and at least one character that is not a blank.
    private static let namePattern = "^[^\(controls)]*[^\(controls)\(blanks)][^\(controls)]*$"

    static let controls = #"\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029"#

    private static let blanks = #" \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000"#
}
