package dev.hapax.app;

import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.instance.Instance;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code hapax run}: an instance, until it is stopped. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Run an instance against a Kafka cluster.",
            "It serves a dashboard, an API and metrics at admin.listen and admin.port (127.0.0.1:8090).",
            "SIGTERM and Ctrl-C stop it within instance.stop-timeout. Transactions that are open then are aborted, and"
                    + " another instance processes their messages."
        })
final class RunCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

    @Mixin
    private final ConfigOption config = new ConfigOption();

    private volatile @Nullable Instance prepared;
    private volatile boolean notStarted;

    @Override
    public Integer call() throws InterruptedException {
        // Libraries start threads of their own, and Java prints their failures beside the log.
        Thread.setDefaultUncaughtExceptionHandler((thread, why) -> LOG.error("Thread {} died", thread.getName(), why));
        EffectiveSettings effective = config.load();
        Settings settings = effective.settings();
        // From here on a signal stops it cleanly, whatever it is doing.
        Thread onSignal = new Thread(this::stopOnSignal, "stop");
        Runtime.getRuntime().addShutdownHook(onSignal);
        Instance instance = start(effective);
        LOG.info(
                "{} reads {} with {} threads, state in {}",
                settings.applicationId(),
                settings.sources().stream().map(SourceSettings::topic).collect(Collectors.joining(", ")),
                settings.instance().threads(),
                settings.instance().stateDir());
        instance.awaitStopped();
        if (instance.failed()) {
            instance.stop();
            return ExitCodes.FAILED;
        }
        // Stopped by a signal: the hook ends the process.
        onSignal.join();
        return ExitCodes.DONE;
    }

    private Instance start(EffectiveSettings effective) {
        boolean started = false;
        try {
            Instance instance =
                    Instance.prepare(effective, ConfigOption.sources(effective.settings()), Clock.systemUTC());
            prepared = instance;
            instance.start();
            started = true;
            return instance;
        } finally {
            notStarted = !started;
        }
    }

    /** Ends the process itself, since the JVM would report any stop by signal as a failure. */
    private void stopOnSignal() {
        if (notStarted) {
            // No signal: the command ends with its own exit code.
            return;
        }
        Instance instance = prepared;
        if (instance == null) {
            // Nothing has been started yet.
            Runtime.getRuntime().halt(ExitCodes.DONE);
            return;
        }
        boolean failed = instance.failed();
        boolean clean = instance.stop();
        if (!clean) {
            LOG.error("Not stopped within instance.stop-timeout. The open transactions time out; nothing is lost.");
        }
        Runtime.getRuntime().halt(clean && !failed ? ExitCodes.DONE : ExitCodes.FAILED);
    }
}
