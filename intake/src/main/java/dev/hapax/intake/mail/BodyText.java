package dev.hapax.intake.mail;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The text a person would read, put together from the text parts: of alternatives the plain one, else the HTML one; of
 * everything else all of them, in order. Put together only when someone asks for it.
 */
final class BodyText {

    private record Piece(String text, boolean html) {}

    /** The parts of a multipart. Each gives its text, or null if it has none. */
    private record Multipart(boolean alternative, List<Supplier<@Nullable Piece>> parts) {

        @Nullable
        Piece piece() {
            List<Piece> pieces = new ArrayList<>();
            for (Supplier<@Nullable Piece> part : parts) {
                Piece piece = part.get();
                if (piece != null) {
                    pieces.add(piece);
                }
            }
            return alternative ? best(pieces) : joined(pieces);
        }
    }

    private final Deque<Multipart> open = new ArrayDeque<>();

    BodyText() {
        open(false);
    }

    void open(boolean alternative) {
        open.push(new Multipart(alternative, new ArrayList<>()));
    }

    /** How many multiparts are open. */
    int depth() {
        return open.size() - 1;
    }

    /** Adds a text part, as it is written. */
    void add(String text, boolean html) {
        open.element().parts().add(() -> new Piece(html ? HtmlText.of(text) : text, html));
    }

    void close() {
        Multipart closed = open.pop();
        open.element().parts().add(closed::piece);
    }

    /** All of it; null when there was no text part. */
    @Nullable
    String text() {
        // A mail cut short leaves its multiparts open.
        while (open.size() > 1) {
            close();
        }
        Piece all = open.element().piece();
        return all == null ? null : all.text();
    }

    private static @Nullable Piece best(List<Piece> pieces) {
        Piece best = null;
        for (Piece piece : pieces) {
            boolean better = best == null || best.text().isBlank() || (best.html() && !piece.html());
            if (better && (best == null || !piece.text().isBlank())) {
                best = piece;
            }
        }
        return best;
    }

    private static @Nullable Piece joined(List<Piece> pieces) {
        if (pieces.size() <= 1) {
            return pieces.isEmpty() ? null : pieces.get(0);
        }
        StringBuilder text = new StringBuilder();
        boolean html = true;
        for (Piece piece : pieces) {
            if (text.length() > 0 && text.charAt(text.length() - 1) != '\n') {
                text.append('\n');
            }
            text.append(piece.text());
            html &= piece.html();
        }
        return new Piece(text.toString(), html);
    }
}
