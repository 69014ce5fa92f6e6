package dev.hapax.app.delivery;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.delivery.SendingSwitch;
import dev.hapax.delivery.SigningKey;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.delivery.DeliverySwitch;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hapax delivery}: whether anything may be sent, and the key that signs. */
@Command(
        name = "delivery",
        mixinStandardHelpOptions = true,
        description = "Turn sending on or off for a cluster, show which it is, or make a signing key.")
public final class DeliveryCommand {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Command(
            name = "enable",
            mixinStandardHelpOptions = true,
            description = {
                "Let workers send, in this cluster only: a copy of its topics elsewhere sends nothing.",
                "Starts the claim logs, in which workers record what they claimed."
            })
    int enable(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Mixin ActorOption actor,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; recorded.")
                    String reason,
            @Option(
                            names = "--strand-due",
                            description =
                                    "If a claim log is missing: strand the deliveries that are due, for a person to"
                                            + " reconcile.")
                    boolean strandDue) {
        DeliverySwitch sending = sending(config);
        int stranded = sending.enable(actor.actor(), required(reason), strandDue);
        if (stranded > 0 && !output.json()) {
            PrintWriter out = spec.commandLine().getOut();
            out.println((stranded == 1 ? "1 delivery is" : stranded + " deliveries are")
                    + " stranded: 'hapax deliveries list --state STRANDED' shows them.");
        }
        return print(sending.status(), output);
    }

    @Command(
            name = "disable",
            mixinStandardHelpOptions = true,
            description = "Stop sending. Workers claim nothing from now on; what they have claimed they finish.")
    int disable(
            @Mixin ConfigOption config,
            @Mixin OutputOption output,
            @Mixin ActorOption actor,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; recorded.")
                    String reason) {
        DeliverySwitch sending = sending(config);
        sending.disable(actor.actor(), required(reason));
        return print(sending.status(), output);
    }

    @Command(name = "status", mixinStandardHelpOptions = true, description = "Show whether workers may send.")
    int status(@Mixin ConfigOption config, @Mixin OutputOption output) {
        return print(sending(config).status(), output);
    }

    @Command(
            name = "keygen",
            mixinStandardHelpOptions = true,
            description = "Write a new Ed25519 key for delivery.signing-key. Only its owner can read the file.")
    int keygen(@Parameters(paramLabel = "FILE", description = "The file to write.") Path file) {
        String pem = SigningKey.generate();
        var onlyOwner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (var channel = Files.newByteChannel(
                        file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), onlyOwner);
                var writer = Channels.newWriter(channel, StandardCharsets.US_ASCII)) {
            writer.write(pem);
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException(file + " exists already, and is not replaced", e);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " can't be written", e);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("Key " + SigningKey.read(pem).id() + " is in " + file + ". Set delivery.signing-key to it.");
        out.flush();
        return ExitCodes.DONE;
    }

    private static String required(String reason) {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("--reason: must not be empty. It is recorded.");
        }
        return reason.strip();
    }

    private static DeliverySwitch sending(ConfigOption config) {
        Settings settings = config.load().settings();
        Cluster.connect(settings, PATIENCE).close();
        return new DeliverySwitch(new KafkaClients(settings), Clock.systemUTC());
    }

    private int print(DeliverySwitch.Status status, OutputOption output) {
        PrintWriter out = spec.commandLine().getOut();
        SendingSwitch last = status.last();
        if (output.json()) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("sending", status.on());
            fields.put("clusterId", status.clusterId());
            fields.put("by", last == null ? null : last.by());
            fields.put("at", last == null ? null : last.at().toString());
            fields.put("reason", last == null ? null : last.reason());
            out.println(OutputOption.json(fields));
        } else if (last == null) {
            out.println("Sending is off: it was never enabled. 'hapax delivery enable' turns it on.");
        } else if (last.on() && !status.on()) {
            out.println("Sending is off: " + last.by() + " enabled it for cluster " + last.clusterId()
                    + ", and this is cluster " + status.clusterId()
                    + ". Run 'hapax delivery enable -c FILE --reason …' if this cluster is to send.");
        } else {
            out.println("Sending is " + (status.on() ? "on" : "off") + " in cluster " + status.clusterId() + ", since "
                    + last.at() + ", by " + last.by() + ": " + last.reason());
        }
        out.flush();
        return ExitCodes.DONE;
    }
}
