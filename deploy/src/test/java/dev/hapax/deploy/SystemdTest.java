package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.app.Hapax;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The service of systemd starts what there is, and waits long enough for it to stop. */
class SystemdTest {

    @Test
    void shouldStartWhatTheCommandLineKnows() throws IOException {
        Map<String, String> unit = assignments("deploy/systemd/hapax.service");
        String[] words = unit.getOrDefault("ExecStart", "").split(" ", -1);

        Hapax.commandLine().parseArgs(Arrays.copyOfRange(words, 1, words.length));

        assertThat(words).startsWith("/opt/hapax/hapax", "run").endsWith("/etc/hapax/hapax.yaml");
        assertThat(unit)
                .containsEntry("User", "hapax")
                .containsEntry("NoNewPrivileges", "yes")
                .containsEntry("ProtectSystem", "strict")
                .containsEntry("RestartPreventExitStatus", "2");
    }

    @Test
    void shouldSetOnlyVariablesThatAreReadAndAllThatAreNeeded() throws IOException {
        Map<String, String> environment = new HashMap<>(assignments("deploy/systemd/hapax.env"));
        Variables variables = Variables.of("deploy/hapax.yaml");

        assertThat(environment.keySet()).allMatch(variables::read).containsAll(variables.required());
        assertThat(environment).as("nobody's secret stands here").containsEntry("HAPAX_TOKEN", "");
        environment.put("HAPAX_TOKEN", "0123456789abcdef");
        Settings settings = SettingsFile.read(Repository.DEPLOY.resolve("hapax.yaml"), environment::get);

        assertThat(settings.instance().standbyReplicas())
                .as("a lost host costs the session timeout, and no restore")
                .isPositive();
        assertThat(environment).containsKey("HAPAX_ZONE");
        Map<String, String> unit = assignments("deploy/systemd/hapax.service");
        assertThat(Long.parseLong(unit.getOrDefault("TimeoutStopSec", "0s").replace("s", "")))
                .isGreaterThan(settings.instance().stopTimeout().toSeconds());
        assertThat(settings.instance().stateDir()).hasToString("/var/lib/" + unit.get("StateDirectory"));
    }

    @Test
    void shouldUnpackLibrariesWhereTheyMayBeRun() throws IOException {
        Map<String, String> unit = assignments("deploy/systemd/hapax.service");
        String cache = "/var/cache/" + unit.get("CacheDirectory");

        assertThat(assignments("deploy/systemd/hapax.env"))
                .containsEntry("HAPAX_RUN_OPTS", "-Djava.io.tmpdir=" + cache);
        assertThat(unit).containsEntry("ExecStartPre", "/usr/bin/find " + cache + " -mindepth 1 -delete");
    }

    @Test
    void shouldReferToPagesThatAreInstalled() throws IOException {
        String[] pages = assignments("deploy/systemd/hapax.service")
                .getOrDefault("Documentation", "")
                .split(" ", -1);

        assertThat(pages).isNotEmpty().allSatisfy(page -> {
            assertThat(page).startsWith("file:///opt/hapax/docs/");
            assertThat(Repository.ROOT.resolve(page.substring("file:///opt/hapax/".length())))
                    .exists();
        });
        assertThat(Repository.text("deploy/README.md")).contains("sudo cp -r hapax LICENSE docs /opt/hapax/");
    }

    private static Map<String, String> assignments(String file) throws IOException {
        Map<String, String> assignments = new HashMap<>();
        Repository.text(file)
                .lines()
                .filter(line -> !line.startsWith("#") && line.contains("="))
                .map(line -> line.split("=", 2))
                .forEach(parts -> assertThat(assignments.put(parts[0], parts[1]))
                        .as("%s is given once", parts[0])
                        .isNull());
        return assignments;
    }
}
