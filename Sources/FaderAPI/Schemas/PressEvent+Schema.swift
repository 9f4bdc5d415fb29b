extension PressEvent: WireType {
    package static let schemaName = "Press"

    package static let notes: KeyNotes = [
        "id": .id, "by": "the control, for example desk play, or the name in Fader-By; absent if neither is known",
        "run": .from(1, "the number of the press"),
    ]
}
