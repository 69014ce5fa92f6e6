package dev.hapax.admin.feed;

import java.nio.ByteBuffer;
import java.util.List;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.common.WebSocketSession;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;

/**
 * A WebSocket. It uses the lower-level API of Jetty: the usual one encodes and sends each text for each client. Here all
 * clients share the bytes, and queued frames are sent together.
 */
final class SocketWire implements Wire {

    private final Session session;
    private final CoreSession core;

    SocketWire(Session session) {
        this.session = session;
        this.core = ((WebSocketSession) session).getCoreSession();
    }

    @Override
    public void send(List<FeedFrame> messages, Runnable sent) {
        int last = messages.size() - 1;
        for (int i = 0; i <= last; i++) {
            Frame frame = new Frame(OpCode.TEXT, ByteBuffer.wrap(messages.get(i).forSocket()));
            // A failure closes the session, which is handled elsewhere.
            core.sendFrame(frame, i < last ? Callback.NOOP : Callback.from(sent, failure -> {}), i < last);
        }
    }

    @Override
    public void close(Wire.CloseReason closeReason) {
        session.close(closeReason.code(), closeReason.brief(), org.eclipse.jetty.websocket.api.Callback.NOOP);
    }

    @Override
    public void cut() {
        session.disconnect();
    }
}
