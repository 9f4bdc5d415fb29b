extension Problem: WireType {
    package static let notes: KeyNotes = [
        "type": """
        about:blank, or urn:faderd: and unknown-id, unknown-snapshot, refused-value, nothing-to-undo, not-durable, outdated, in-hand, \
        unknown-session, no-room, invalid-config, no-virtual-surface, \
        too-many-connections, unavailable
        """,
        "detail": "what happened, and what to do next",
        "suggestion": "the id that was probably meant",
        "example": "with a refused value: a text that would be accepted",
        "config": "of a reload: the config file that was read",
        "problems": "of a request for several parameters: what is wrong with each",
    ]
}
