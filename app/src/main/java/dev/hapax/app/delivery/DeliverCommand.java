package dev.hapax.app.delivery;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.FailedException;
import dev.hapax.channel.ObservedChannel;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.DeliverySettings;
import dev.hapax.config.Settings;
import dev.hapax.delivery.SendingSwitch;
import dev.hapax.delivery.SigningKey;
import dev.hapax.instance.ChannelFactory;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Unreadable;
import dev.hapax.operations.delivery.DeliverySwitch;
import dev.hapax.topics.Topic;
import dev.hapax.worker.Channel;
import dev.hapax.worker.DeliveryWorker;
import dev.hapax.worker.KafkaDueLog;
import dev.hapax.worker.KafkaStopCheck;
import dev.hapax.worker.Lease;
import dev.hapax.worker.PartitionWorker;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax deliver}: a worker, until it is stopped. */
@Command(
        name = "deliver",
        mixinStandardHelpOptions = true,
        description = {
            "Run a delivery worker: claims deliveries that are due, sends them, and reports what happened.",
            "Run as many as you like: they share the work. A worker that dies strands at most the deliveries it had"
                    + " claimed (delivery.claim-batch for each partition); nothing is ever sent twice.",
            "SIGTERM and Ctrl-C give back what it has claimed and not sent."
        })
public final class DeliverCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(DeliverCommand.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CountDownLatch ended = new CountDownLatch(1);

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Option(
            names = "--metrics",
            paramLabel = "[HOST:]PORT",
            description = "Serve metrics for Prometheus at http://HOST:PORT/metrics. HOST is localhost by default.")
    private @Nullable String metricsAddress;

    @Override
    public Integer call() {
        Settings settings = config.load().settings();
        Cluster.connect(settings, PATIENCE).close();
        DeliverySwitch.Status status = new DeliverySwitch(new KafkaClients(settings), Clock.systemUTC()).status();
        if (!status.on()) {
            throw new FailedException("sending is off in cluster " + status.clusterId() + why(status.last())
                    + ": run 'hapax delivery enable -c FILE --reason …' to turn it on");
        }
        requireSigningKey(settings.delivery());
        // Reports what a channel can't work with, before anything is claimed.
        ChannelFactory.open(settings.delivery()).close();
        ChannelFactory.probe(settings.delivery());
        Map<String, Object> kafka = new HashMap<>(settings.kafka());
        try (WorkerMetrics metrics = new WorkerMetrics(settings.delivery());
                ReportProducer reports = new ReportProducer(kafka);
                KafkaStopCheck stops = new KafkaStopCheck(
                        kafka,
                        settings.topic(Topic.DELIVERY_CONTROL),
                        settings.topic(Topic.SUPPRESSIONS),
                        status.clusterId())) {
            if (metricsAddress != null) {
                metrics.serve(metricsAddress);
            }
            OpenAttempts attempts = new OpenAttempts();
            DeliveryWorker worker = new DeliveryWorker(
                    kafka,
                    settings.topic(Topic.DUE),
                    settings.applicationId() + "-deliver",
                    partition -> assign(settings, kafka, reports, stops, metrics, attempts, partition));
            Duration longestAttempt =
                    settings.delivery().lease().plus(ChannelFactory.longestSocketTime(settings.delivery()));
            WorkerStop stop = new WorkerStop(worker, attempts, reports, longestAttempt, ended);
            Runtime.getRuntime().addShutdownHook(new Thread(stop::onSignal, "stop"));
            LOG.info(
                    "Sends deliveries of {} through {}",
                    settings.topic(Topic.DUE),
                    settings.delivery().channels().keySet());
            worker.run();
        } catch (KafkaDueLog.MissingClaimLogException e) {
            throw new FailedException(String.valueOf(e.getMessage()));
        } finally {
            ended.countDown();
        }
        return ExitCodes.DONE;
    }

    private static String why(@Nullable SendingSwitch last) {
        if (last == null) {
            return "";
        }
        return last.on()
                ? " (" + last.by() + " enabled it for cluster " + last.clusterId() + ")"
                : " (" + last.by() + " disabled it at " + last.at() + ": " + last.reason() + ")";
    }

    private static void requireSigningKey(DeliverySettings delivery) {
        Path file = delivery.signingKey();
        if (file == null) {
            throw new IllegalArgumentException("delivery.signing-key: must be set");
        }
        try {
            LOG.info(
                    "Receipts are signed with key {}",
                    SigningKey.read(Files.readString(file)).id());
        } catch (IOException e) {
            throw unusable(file, Unreadable.why(e));
        } catch (IllegalArgumentException e) {
            throw unusable(file, String.valueOf(e.getMessage()));
        }
    }

    private static FailedException unusable(Path file, String why) {
        return new FailedException("delivery.signing-key: " + file + " can't be used: " + why
                + ". 'hapax delivery keygen FILE' writes a new key.");
    }

    private static DeliveryWorker.Assigned assign(
            Settings settings,
            Map<String, Object> kafka,
            ReportProducer reports,
            KafkaStopCheck stops,
            WorkerMetrics metrics,
            OpenAttempts attempts,
            int partition) {
        DeliverySettings delivery = settings.delivery();
        KafkaDueLog log = new KafkaDueLog(
                kafka,
                new KafkaDueLog.Topics(
                        settings.topic(Topic.DUE), settings.topic(Topic.CLAIMS), settings.topic(Topic.DELIVERY_EVENTS)),
                settings.applicationId(),
                partition,
                reports);
        AtomicBoolean stopping = new AtomicBoolean();
        Channel channel = attempts.counted(new ObservedChannel(ChannelFactory.open(delivery), metrics));
        PartitionWorker worker = new PartitionWorker(
                new PartitionWorker.Options(
                        name(partition),
                        delivery.claimBatch(),
                        delivery.lease().toMillis(),
                        ChannelFactory.longestSocketTime(delivery).toMillis()),
                log,
                stops,
                channel,
                Lease.Clocks.system(),
                stopping::get);
        return new DeliveryWorker.Assigned(worker, () -> stopping.set(true), () -> {
            channel.close();
            log.close();
        });
    }

    /** No two processes share a name, nor does one process use it again for a later share of a partition. */
    private static String name(int partition) {
        return ManagementFactory.getRuntimeMXBean().getName() + "/" + partition + "/"
                + UUID.randomUUID().toString().substring(0, 8);
    }
}
