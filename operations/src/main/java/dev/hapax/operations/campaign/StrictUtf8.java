package dev.hapax.operations.campaign;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** The characters of a file in UTF-8, without a byte order mark. A byte that is not UTF-8 is an error with its line and column. */
final class StrictUtf8 extends Reader {

    private static final int CHUNK = 16 * 1024;

    private final InputStream in;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private final ByteBuffer bytes = ByteBuffer.allocate(CHUNK).flip();
    private final CharBuffer chars = CharBuffer.allocate(CHUNK).flip();
    private long line = 1;
    private int column = 1;
    private boolean first = true;
    private boolean ended;

    StrictUtf8(InputStream in) {
        this.in = in;
    }

    @Override
    public int read(char[] target, int offset, int length) throws IOException {
        while (!chars.hasRemaining()) {
            if (!decode()) {
                return -1;
            }
        }
        int count = Math.min(length, chars.remaining());
        chars.get(target, offset, count);
        for (int i = offset; i < offset + count; i++) {
            boolean ends = target[i] == '\n';
            line += ends ? 1 : 0;
            column = ends ? 1 : column + 1;
        }
        return count;
    }

    /** Everything decoded before has been read, so a malformed byte is at the current place. False at the end. */
    private boolean decode() throws IOException {
        if (ended && !bytes.hasRemaining()) {
            return false;
        }
        if (!ended) {
            fill();
        }
        chars.clear();
        CoderResult result = decoder.decode(bytes, chars, ended);
        chars.flip();
        if (first && chars.hasRemaining()) {
            first = false;
            if (chars.get(chars.position()) == '\ufeff') {
                chars.get();
            }
        }
        if (result.isError() && !chars.hasRemaining()) {
            throw new BadRecipientException(
                    line,
                    column,
                    String.format(
                            "the byte 0x%02X is not UTF-8; save the file as UTF-8 (it may be Windows-1252 or UTF-16)",
                            bytes.get(bytes.position())),
                    true);
        }
        return true;
    }

    private void fill() throws IOException {
        bytes.compact();
        int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
        if (read < 0) {
            ended = true;
        } else {
            bytes.position(bytes.position() + read);
        }
        bytes.flip();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
