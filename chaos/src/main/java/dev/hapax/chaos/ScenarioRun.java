package dev.hapax.chaos;

import dev.hapax.chaos.Scenario.Ground;
import dev.hapax.chaos.stage.Fleet;
import dev.hapax.chaos.stage.Journal;
import dev.hapax.chaos.stage.Load;
import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.embedded.BrokerCluster;
import dev.hapax.embedded.BrokerOptions;
import dev.hapax.embedded.FaultProxy;
import dev.hapax.harness.Application;
import dev.hapax.harness.Patience;
import dev.hapax.harness.TopicLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** One scenario, from an empty cluster to its result: load and faults until the time is over, then a pause, then the checks. */
final class ScenarioRun {

    private static final int PARTITIONS = 4;
    private static final Duration SETTLED_WITHIN = Duration.ofMinutes(3);

    private final Scenario scenario;
    private final long seed;
    private final Duration time;
    private final int perSecond;
    private final Path folder;
    private final Journal journal;

    ScenarioRun(Scenario scenario, long seed, Duration time, int perSecond, Path folder, Journal journal) {
        this.scenario = scenario;
        this.seed = seed;
        this.time = time;
        this.perSecond = perSecond;
        this.folder = folder;
        this.journal = journal;
    }

    /** Runs the scenario. A failure on the way is a check that did not hold. */
    ScenarioResult run() throws InterruptedException {
        long began = System.nanoTime();
        try {
            Files.createDirectories(folder);
            List<FaultProxy> proxies = new ArrayList<>();
            try {
                return run(proxies, began);
            } finally {
                for (FaultProxy proxy : proxies) {
                    proxy.close();
                }
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | AssertionError e) {
            return result(
                    began, List.of(new ScenarioResult.Check("ran to its end", e + "; " + writeDown(e) + " has where")));
        }
    }

    private Path writeDown(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        try {
            return Files.writeString(folder.resolve("failure.txt"), text.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ScenarioResult run(List<FaultProxy> proxies, long began) throws Exception {
        try (BrokerCluster brokers = brokers(scenario.ground(), proxies);
                Application application = new Application("chaos", brokers.bootstrapServers(), folder);
                Fleet fleet = new Fleet(
                        application,
                        journal,
                        config -> config.set("topics", "partitions", PARTITIONS).set("instance", "threads", 2));
                Load load = new Load(brokers.bootstrapServers(), application.input(), perSecond, seed)) {
            application.createTopics(fleet.config(1));
            try (Stage.OutputReader reader = new Stage.OutputReader(application)) {
                Stage stage = new Stage(application, brokers, proxies, fleet, load, reader, journal, new Random(seed));
                Trouble trouble = scenario.trouble();
                trouble.prepare(stage);
                strike(trouble, stage);
                Judge judge = new Judge(stage, folder, settle(stage));
                List<ScenarioResult.Check> checks = judge.judge(trouble);
                return result(began, checks).with(judge.tally());
            }
        }
    }

    private ScenarioResult result(long began, List<ScenarioResult.Check> checks) {
        return new ScenarioResult(
                scenario,
                Duration.ofNanos(System.nanoTime() - began),
                ScenarioResult.Tally.NONE,
                journal.faults(),
                journal.entries(),
                checks);
    }

    private BrokerCluster brokers(Ground ground, List<FaultProxy> proxies) throws IOException {
        List<BrokerOptions> options = new ArrayList<>();
        for (int i = 0; i < ground.brokers(); i++) {
            BrokerOptions each = BrokerOptions.defaults();
            if (ground.proxied()) {
                FaultProxy proxy = FaultProxy.listen();
                proxies.add(proxy);
                each = proxy.advertisedBy(each);
            }
            options.add(each);
        }
        BrokerCluster brokers = BrokerCluster.start(folder.resolve("brokers"), options);
        for (int i = 0; i < proxies.size(); i++) {
            proxies.get(i).connectTo(brokers.port(i + 1));
        }
        return brokers;
    }

    private void strike(Trouble trouble, Stage stage) throws Exception {
        for (int number = 1; number <= trouble.instances(); number++) {
            stage.fleet().start(number);
        }
        stage.load().start();
        for (int number = 1; number <= trouble.instances(); number++) {
            stage.fleet().awaitReady(number);
        }
        Patience.until("messages are decided", SETTLED_WITHIN, () -> {
            stage.reader().remember();
            return stage.reader().unchanged().remembered() > 0;
        });
        long end = System.nanoTime() + time.toNanos();
        do {
            stage.reader().remember();
            try {
                trouble.strike(stage);
            } finally {
                trouble.heal(stage);
            }
        } while (System.nanoTime() < end);
    }

    /** Ends the load, waits until every message has an outcome, and stops the instances. */
    private static List<ConsumerRecord<byte[], byte[]>> settle(Stage stage) throws Exception {
        stage.load().end();
        stage.journal().note("load ended");
        List<ConsumerRecord<byte[], byte[]>> input = TopicLog.read(
                stage.application().bootstrapServers(),
                List.of(stage.application().input()));
        if (stage.fleet().running().isEmpty()) {
            stage.fleet().start(1);
        }
        boolean done = Patience.within(SETTLED_WITHIN, () -> {
            stage.fleet().supervise();
            stage.reader().outputs().readAll();
            return stage.reader().outputs().total() >= input.size();
        });
        stage.journal().note(done ? "all messages have come out" : "not all messages have come out");
        for (int number : stage.fleet().running()) {
            stage.fleet().awaitReady(number);
            stage.fleet().stop(number);
        }
        stage.reader().outputs().readAll();
        return input;
    }
}
