package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.app.ConfigOption;
import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.SettingsFile;
import dev.hapax.embedded.EmbeddedBroker;
import dev.hapax.instance.Instance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/backup.md, as a reader types them, bring quarantine and cases from one cluster to another. */
@Timeout(240)
class BackupIT {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\\n(.*?)^```");

    @TempDir
    private Path folder;

    @BeforeEach
    void prepare() throws IOException {
        Tool.KCAT.find();
        Files.createDirectory(folder.resolve("config"));
        Files.copy(Repository.ROOT.resolve("config/rules.yaml"), folder.resolve("config/rules.yaml"));
        Path launcher = Files.writeString(folder.resolve("hapax"), """
                #!/bin/sh
                exec '%s/bin/java' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' dev.hapax.app.Hapax "$@"
                """.formatted(
                        System.getProperty("java.home"), System.getProperty("java.class.path")));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void shouldBringQuarantineAndCasesToAnotherCluster() throws Exception {
        List<String> blocks = BLOCK.matcher(Repository.text("docs/backup.md"))
                .results()
                .map(block -> block.group(1).replace("--replication-factor 3", "--replication-factor 1"))
                .toList();
        assertThat(blocks).as("copy and restore").hasSize(2);
        List<String> before;
        try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("one"))) {
            String brokers = broker.bootstrapServers();
            quarantineThreeAndHandleTwo(brokers);
            before = cases(HapaxCommands.run(config(brokers), "quarantine", "list", "--state", "all"));
            assertThat(before)
                    .hasSize(3)
                    .anyMatch(line -> line.contains("anna"))
                    .anyMatch(line -> line.contains("replayed"));

            sh(brokers, blocks.get(0));
        }

        try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("two"))) {
            String brokers = broker.bootstrapServers();
            HapaxCommands.run(config(brokers), "topics", "create", "--with-sources");
            String restored = sh(brokers, blocks.get(1));

            assertThat(cases(restored)).isEqualTo(before);
            HapaxCommands.run(config(brokers), "quarantine", "assign", "hapax.messages-0@0", "--to", "bob");
            assertThat(sh(
                            brokers,
                            "kcat -C -b localhost:9092 -t hapax.quarantine.cases -e -q -f '%k in %p\\n' | sort -u"))
                    .as("the old and the new state of a case are in one partition")
                    .containsOnlyOnce("hapax.messages-0@0 in ");
        }
    }

    private void quarantineThreeAndHandleTwo(String brokers) throws Exception {
        Path config = config(brokers);
        HapaxCommands.run(config, "topics", "create", "--with-sources");
        sh(brokers, "printf '{broken 1\\n{broken 2\\n{broken 3\\n' | kcat -P -b localhost:9092 -t hapax.messages -p 0");
        EffectiveSettings effective = SettingsFile.load(config, name -> null);
        try (Instance instance =
                Instance.start(effective, ConfigOption.sources(effective.settings()), Clock.systemUTC())) {
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> HapaxCommands.run(config, "quarantine", "list", "--ids")
                                    .lines()
                                    .count()
                            == 3);
            assertThat(instance.failed()).isFalse();
        }
        HapaxCommands.run(config, "quarantine", "assign", "hapax.messages-0@0", "--to", "anna");
        HapaxCommands.run(config, "quarantine", "replay", "--force", "--no-wait", "hapax.messages-0@1");
    }

    /** The configuration of the repository, for these brokers. */
    private Path config(String brokers) throws IOException {
        return Files.writeString(
                folder.resolve("config/hapax.yaml"),
                Repository.text("config/hapax.yaml")
                        .replace("localhost:9092", brokers)
                        .replace("port: 8090 ", "port: 0 "));
    }

    /** What a script prints, run in the folder, with these brokers in place of those of the page. */
    private String sh(String brokers, String script) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process bash = new ProcessBuilder("bash", "-euo", "pipefail", "-c", script.replace("localhost:9092", brokers))
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        boolean ended = bash.waitFor(120, TimeUnit.SECONDS);
        bash.destroyForcibly();
        assertThat(ended).as(script).isTrue();
        assertThat(bash.exitValue())
                .as("%s%n%s%s", script, Files.readString(out), Files.readString(err))
                .isZero();
        return Files.readString(out);
    }

    /** The lines of a list of cases without their age: an imported case is as old as its import. */
    private static List<String> cases(String printed) {
        return printed.lines()
                .filter(line -> line.startsWith("hapax.messages-0@"))
                .map(line -> line.replaceFirst("^(\\S+) +\\S+", "$1").replaceAll(" +", " "))
                .sorted()
                .toList();
    }
}
