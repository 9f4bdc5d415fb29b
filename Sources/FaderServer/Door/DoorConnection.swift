package import NIOCore
public import NIOHTTP1

/// One connection at a door, behind a decoder with limits. It writes answers, refuses, closes, and counts the time; what it answers is up
/// to its subclass. Owned by the event loop.
open class DoorConnection {
    package internal(set) final var context: ChannelHandlerContext?
    /// When the connection came and was last used, by the door's counter.
    final var (arrival, lastTurn) = (UInt64(0), UInt64(0))
    /// It may come from anybody who can reach the port: over TCP, and without the token or a key so far.
    package final var isStranger: Bool
    /// Whether the connection closes after the answer in progress.
    package final var willClose = false
    /// The last answer is written, and the connection closes when the client has read it. Of the functions to override, only `left` is
    /// called then.
    package internal(set) final var isEnding = false
    /// The client has been sent everything, and may still be sending.
    final var isLingering = false
    package private(set) final lazy var deadline = Deadline { [unowned self] in isEnding ? closeNow() : timeIsUp() }
    /// In milliseconds.
    package final let idleTime: Int64

    package init(isStranger: Bool, idleTime: Int64) { (self.isStranger, self.idleTime) = (isStranger, idleTime) }

    open var isOverTCP: Bool { true }
    /// It gets none of the places that are kept for programs on the Unix socket.
    open var isRemote: Bool { true }
    /// Whether it can be closed to make room.
    open var canLeave: Bool { true }

    /// The connection is open. Its door has to admit it.
    open func arrived() {}
    /// Bytes that are not decoded yet, so that a request whose head is never completed times out too.
    open func bytesArrived() {}
    open func read(_ part: HTTPServerRequestPart) {}
    open func unreadable(isHeadTooLarge: Bool) {}
    /// The client sends nothing more. Called only where a connection may be half open.
    open func inputClosed() {}
    /// The client has stopped reading, or reads again.
    open func writabilityChanged() {}
    /// The time that was set last has come.
    open func timeIsUp() { closeNow() }
    /// The connection is closed. This may be called more than once.
    open func left() {}

    package final func wait(_ milliseconds: Int64) {
        if let loop = context?.eventLoop { deadline.set(in: .milliseconds(milliseconds), on: loop) }
    }

    package final func closeNow() { context?.close(promise: nil) }
}
