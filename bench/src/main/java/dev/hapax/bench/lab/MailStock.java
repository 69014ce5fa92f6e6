package dev.hapax.bench.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.demo.stream.DemoMessage;
import dev.hapax.demo.stream.DemoStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;

/** A stock of mails, each of which may be sent under many identities. */
public final class MailStock implements Recipe.Content {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int DEMO_MESSAGES = 5_000;
    private static final String DEMO_TOPIC = "hapax.mail";

    private final List<byte[]> stock;

    private MailStock(List<byte[]> stock) {
        this.stock = stock;
    }

    /** Those the demo sends. */
    public static MailStock generated() {
        List<byte[]> mails = new ArrayList<>();
        for (DemoMessage message : DemoStream.of(1, DEMO_MESSAGES, Instant.EPOCH)) {
            byte[] value = message.value();
            if (message.topic().equals(DEMO_TOPIC)
                    && message.fate().kind() == DemoMessage.Fate.Kind.ADMITTED
                    && value != null) {
                mails.add(value);
            }
        }
        return new MailStock(mails);
    }

    /**
     * @param file one JSON object a line, whose {@code raw} is the mail; packed with gzip or plain
     * @throws IllegalArgumentException when it is not such a file
     */
    public static MailStock read(Path file) {
        List<byte[]> mails = new ArrayList<>();
        try (BufferedReader lines = open(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                mails.add(raw(file, mails.size() + 1, line));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("--mail: " + file + " cannot be read: " + e, e);
        }
        if (mails.isEmpty()) {
            throw new IllegalArgumentException("--mail: there is no line in " + file);
        }
        return new MailStock(mails);
    }

    private static BufferedReader open(Path file) throws IOException {
        InputStream bytes = Files.newInputStream(file);
        return new BufferedReader(new InputStreamReader(
                file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes, StandardCharsets.UTF_8));
    }

    private static byte[] raw(Path file, int number, String line) {
        try {
            JsonNode raw = JSON.readTree(line).path("raw");
            if (raw.isTextual()) {
                return raw.textValue().getBytes(StandardCharsets.UTF_8);
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("--mail: " + file + ":" + number + " is not JSON", e);
        }
        throw new IllegalArgumentException(
                "--mail: " + file + ":" + number + " has no \"raw\": one JSON object a line is wanted, the mail in it");
    }

    public int size() {
        return stock.size();
    }

    @Override
    public byte[] of(String identity, SplittableRandom random) {
        return stock.get(random.nextInt(stock.size()));
    }
}
