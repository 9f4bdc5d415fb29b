internal import FaderModel

extension ParameterResource: WireType {
    private static let orNull = KeyNote.of(##""oneOf": [{"$ref": "#/components/schemas/Value"}, {"type": "null"}]"##, "null of a trigger")

    package static let notes: KeyNotes = [
        "id": .id,
        "kind": .words(KindWord.self),
        "value": orNull,
        "default": orNull,
        "short": "the label on displays of surfaces, if it has one of its own",
        "color": .with(##""pattern": "^#[0-9a-f]{6}$""##, "of what shows it; absent if it has none"),
        "text": "as a person reads it: -6.0 dB",
        "editText": "as a text field offers it: -6.0",
        "position": .from(0, to: 1, "not of text, range, color and trigger"),
        "min": .of(
            #""oneOf": [{"type": "number"}, {"enum": ["-inf"]}]"#,
            "at the beginning of the travel, greater than max if the travel is reversed; not of text, color and trigger, as with max, step and taper"
        ),
        "step": "what fader motion snaps to; 0: continuous",
        "decimals": .from(0, to: 15),
        "options": "of a choice; one with absent: true is there only because it is the value, an empty id if that is not known yet",
        "absent": "true if the value is an option that the target of a choice does not have now; otherwise absent",
        "words": "of a toggle: for off and on",
        "pattern": "of a text: the regular expression that the whole text must match",
        "maxLength": "of a text",
        "parts": .ids("of a range or color"),
        "partOf": .id,
        "gap": "of a range: the least distance between its ends",
        "meet": .words(Meet.self, "of a range"),
        "running": "of a trigger: whether it is doing what it was pressed for",
        "known": "false if the value is not known, because the target has not told it and nobody has set it; otherwise absent",
        "readOnly": "true if only its target changes it, so that setting it is refused; otherwise absent",
        "recallSafe": "true if a recall leaves it as it is unless its id is named; otherwise absent",
        "hasLevel": "true if it has a target that tells how loud it is, for the query key levels of an event stream; otherwise absent",
        "origin": .words(Origin.self),
        "revision": .from(0, "goes up with every change"),
        "owner": "who holds it (see ownedBy); otherwise the control that last moved it or drives it: desk fader.1",
        "ownedBy": "a finger, a moving hand, a gesture, a glide: the first that applies; absent if nothing holds it",
        "touchedBy": "who holds it: controls under a hand, for example desk fader.1, then the names of gestures; absent while nobody does",
        "declaredBy": "the programs that declared it; absent if it is in the config",
        "clamped": "true in the answer to a change that was clamped; otherwise absent",
        "notice": "with clamped: a message for people",
    ]
}
