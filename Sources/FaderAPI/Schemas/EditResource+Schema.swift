extension EditResource: WireType {
    package static let notes: KeyNotes = [
        "edit": "the name of the edit, within its session",
        "id": .id,
        "text": "the value as everybody sees it: -6.0 dB",
        "editText": "what a field offers for it: -6.0",
        "revision": .from(0),
        "draft": "the text typed so far",
        "dropped": "true if the value changed elsewhere and the draft was dropped; otherwise absent",
    ]
}

extension DraftResource: WireType {
    package static let notes: KeyNotes = [
        "text": "the text of the value that a submit would write; with dropped, that of the present value",
        "message": "why it would be refused",
        "dropped": "true if the value changed elsewhere: the draft was dropped and the edit accepts no other; otherwise absent",
        "editText": "with dropped: what the field shows now",
    ]
}

extension EditOutcomeResource: WireType {
    package static let notes: KeyNotes = ["outcome": "all but refused end the edit", "message": "why it was refused"]
}

extension DraftRequest: WireRequest {
    package static let notes: KeyNotes = ["draft": "the whole text of the field"]
}
