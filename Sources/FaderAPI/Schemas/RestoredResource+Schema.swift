extension UndoRequest: WireRequest {
    package static let notes: KeyNotes = [
        "": .with(
            #"""
            "not": {"anyOf": [{"required": ["count", "to"]}, {"required": ["entry", "id"]}, {"required": ["entry", "count"]},
              {"required": ["entry", "to"]}, {"required": ["recall", "id"]}, {"required": ["recall", "count"]},
              {"required": ["recall", "to"]}, {"required": ["recall", "entry"]}]}
            """#),
        "id": .id("changes of this parameter alone"),
        "count": .with(#""format": "int64", "minimum": 1, "maximum": 9223372036854775807"#, "how many entries; default: one"),
        "to": .from(0, to: 18446744073709551615, "undo: back to this entry, which stays; redo: up to this entry. Not together with count"),
        "entry": .from(
            1, to: 18446744073709551615,
            "only the parameters of this entry. undo: back to before it, but what was changed since stays; redo: up to this entry. Not together "
                + "with the others"),
        "recall": "of undo: the last recall that is not undone; what was changed since stays. Not together with the others",
    ]
}

extension RestoredResource: WireType {
    package static let notes: KeyNotes = [
        "skipped": "one sentence for each value that could not be set", "over": "of a recall that glides: the seconds that it takes",
        "snapshot": "of a recall: the name of the snapshot",
    ]
}
