package dev.hapax.admin.unsubscribe;

import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * The body of a request, which is read to its end and dropped: a client that is answered while it writes may never see the answer.
 */
final class DiscardedBody {

    /** How the reading ended. */
    enum End {
        READ,
        TOO_LARGE,
        BROKEN
    }

    private final Request request;
    private final Consumer<End> then;
    private long left;

    private DiscardedBody(Request request, long most, Consumer<End> then) {
        this.request = request;
        this.left = most;
        this.then = then;
    }

    /**
     * @param most how many bytes are read
     * @param then called once, in this thread or another
     */
    static void of(Request request, int most, Consumer<End> then) {
        if (request.getLength() > most) {
            then.accept(End.TOO_LARGE);
        } else {
            new DiscardedBody(request, most, then).read();
        }
    }

    private void read() {
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this::read);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                then.accept(End.BROKEN);
                return;
            }
            left -= chunk.remaining();
            boolean last = chunk.isLast();
            chunk.release();
            if (left < 0 || last) {
                then.accept(left < 0 ? End.TOO_LARGE : End.READ);
                return;
            }
        }
    }
}
