package dev.hapax.app;

import dev.hapax.config.DeliverySettings;
import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import dev.hapax.source.Source;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hapax classify}: decides messages without Kafka. */
@Command(
        name = "classify",
        mixinStandardHelpOptions = true,
        description = {
            "Show the identity, fingerprint and decision that Hapax would give a message, or why it would quarantine it."
                    + " Needs no broker and changes nothing.",
            "Exit code 0 if all messages are decided, 3 if one would be quarantined."
        })
final class ClassifyCommand implements Callable<Integer> {

    private static final Pattern LINES = Pattern.compile(".*\\.(jsonl|ndjson)");

    /** How identities are found where no configuration says so. */
    private static final Map<String, String> USUAL_IDENTITY = Map.of(
            "json", "{ content-hash: [] }",
            "cloudevents", "{ template: '{source}:{id}' }",
            "rfc822", "{ field: message-id }");

    @ArgGroup
    private @Nullable Judge judge;

    /** Who decides: a configuration, or a rule file alone. */
    static final class Judge {
        @Option(
                names = {"-c", "--config"},
                paramLabel = "FILE",
                description = "Use the source and classifier of this configuration.")
        @Nullable
        Path config;

        @Option(
                names = "--rules",
                paramLabel = "FILE",
                description = "Use these rules (default: the rules that come with Hapax).")
        @Nullable
        Path rules;
    }

    @Option(
            names = "--source",
            paramLabel = "NAME",
            description = "Which source of the configuration (default: the first, or the first of --format).")
    private @Nullable String source;

    @Option(
            names = "--format",
            paramLabel = "F",
            description = "json, cloudevents, rfc822 or a plug-in's (default: the source's, else json).")
    private @Nullable String format;

    @Option(names = "--key", paramLabel = "TEXT", description = "The record key.")
    private @Nullable String key;

    @Option(names = "--header", paramLabel = "NAME=VALUE", description = "A record header; may be repeated.")
    private Map<String, String> headers = Map.of();

    @Option(
            names = "--lines",
            description =
                    "Read one message a line, as in JSON lines. Files named *.jsonl and *.ndjson are always read so.")
    private boolean lines;

    @Option(
            names = "--explain",
            description =
                    "Also show which rules match, which nearly match, which of their conditions fail, and what would be"
                            + " delivered.")
    private boolean explain;

    @Parameters(
            paramLabel = "FILE",
            description = "Files with messages, one a file unless --lines is set (default: standard input).")
    private List<Path> files = List.of();

    @Mixin
    private final OutputOption output = new OutputOption();

    /** Of the configuration, once it is read. */
    private @Nullable DeliverySettings deliveries;

    @Override
    public Integer call() throws IOException {
        Source chosen = choose();
        PrintWriter out = output.out();
        boolean quarantined = false;
        if (files.isEmpty()) {
            quarantined = lines
                    ? showLines(chosen, System.in, "", out)
                    : show(chosen, System.in.readAllBytes(), "file", "", out);
        }
        for (Path file : files) {
            quarantined |= show(chosen, file, files.size() > 1 ? file.toString() : "", out);
        }
        out.flush();
        return quarantined ? ExitCodes.QUARANTINED : ExitCodes.DONE;
    }

    private boolean show(Source chosen, Path file, String title, PrintWriter out) {
        try (InputStream in = Files.newInputStream(file)) {
            return (lines || LINES.matcher(file.toString()).matches())
                    ? showLines(chosen, in, title.isEmpty() ? "" : title + ":", out)
                    : show(chosen, in.readAllBytes(), "file", title, out);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(file + " does not exist", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Each line as it arrives, so that a stream of messages can be piped through. Blank lines are no messages. */
    private boolean showLines(Source chosen, InputStream in, String prefix, PrintWriter out) throws IOException {
        boolean quarantined = false;
        Lines input = new Lines(in);
        for (byte[] line = input.next(); line != null; line = input.next()) {
            if (!isBlank(line)) {
                quarantined |= show(chosen, line, prefix.isEmpty() ? "line" : "file", prefix + input.number(), out);
                out.flush();
            }
        }
        return quarantined;
    }

    private static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    private boolean show(Source chosen, byte[] value, String where, String title, PrintWriter out) {
        Judged judged = Judged.of(chosen, message(chosen, value), explain, Objects.requireNonNull(deliveries));
        if (output.json()) {
            out.println(OutputOption.json(judged.fields(where, title)));
        } else {
            out.print(judged.text(where, title));
        }
        return judged.quarantined();
    }

    private Message message(Source chosen, byte[] value) {
        List<Header> recordHeaders = new ArrayList<>();
        headers.forEach((name, text) -> recordHeaders.add(new Header(name, text.getBytes(StandardCharsets.UTF_8))));
        return new Message(
                new Coordinates(chosen.settings().topic(), 0, 0),
                Clock.systemUTC().millis(),
                key == null ? null : key.getBytes(StandardCharsets.UTF_8),
                value,
                recordHeaders);
    }

    private Source choose() {
        Path config = judge == null ? ConfigOption.file(Environment.ofProcess()) : judge.config;
        Settings settings = config == null ? usual() : SettingsFile.read(config, Environment.ofProcess());
        deliveries = settings.delivery();
        String name = settings.sources().stream()
                .filter(s -> source == null || s.name().equals(source))
                .filter(s -> format == null || s.format().equals(format))
                .map(SourceSettings::name)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no source"
                        + (source == null ? "" : " named " + source)
                        + (format == null ? "" : " of format " + format)
                        + " in " + config + "; it has "
                        + settings.sources().stream()
                                .map(s -> s.name() + " (" + s.format() + ")")
                                .toList()));
        Source chosen = ConfigOption.openSources(settings).named(name);
        if (chosen == null) {
            throw new IllegalStateException("source " + name + " was there a moment ago");
        }
        return chosen;
    }

    /** Without a configuration: a source that takes whatever the format allows. */
    private Settings usual() {
        String used = format == null ? "json" : format;
        Path rules = judge == null ? null : judge.rules;
        String yaml = "kafka: { bootstrap.servers: none }\n"
                + "sources:\n"
                + "  - topic: standard-input\n"
                + "    format: '" + used.replace("'", "''") + "'\n"
                + "    on-missing-identity: admit\n"
                + "    identity: " + USUAL_IDENTITY.getOrDefault(used, "{ content-hash: [] }") + "\n"
                + "classifiers:\n"
                + "  rules: { type: rules"
                + (rules == null
                        ? ""
                        : ", file: '" + rules.toAbsolutePath().toString().replace("'", "''") + "'")
                + " }\n";
        return SettingsFile.parse(yaml, "command line", Path.of("").toAbsolutePath(), Environment.ofProcess())
                .settings();
    }

    /** The lines of an input, as bytes: a message need not be text. */
    private static final class Lines {

        private final InputStream in;
        private long number;

        Lines(InputStream in) {
            this.in = new BufferedInputStream(in);
        }

        /** The next line without its end; null at the end of the input. */
        byte @Nullable [] next() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            int next = in.read();
            if (next < 0) {
                return null;
            }
            number++;
            while (next >= 0 && next != '\n') {
                line.write(next);
                next = in.read();
            }
            return line.toByteArray();
        }

        /** The number of the line that was read last, from 1. */
        long number() {
            return number;
        }
    }
}
