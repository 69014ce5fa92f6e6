package dev.hapax.builds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a repository of its own, with a Java that repeats its arguments and a Maven that counts its runs. */
class LauncherTest {

    @TempDir
    Path folder;

    private Path home = Path.of("");
    private Path builds = Path.of("");

    @BeforeEach
    void aRepositoryNeverBuilt() throws IOException {
        home = Files.createDirectories(folder.resolve("the repository")).toRealPath();
        builds = folder.resolve("builds");
        Files.copy(Repository.here().root().resolve("hapax"), home.resolve("hapax"));
        Files.writeString(home.resolve("pom.xml"), "");
        Files.createDirectories(home.resolve("app/src/main"));
        Files.writeString(home.resolve("app/pom.xml"), "");
        program("jdk/bin/java", "printf '%s\\n' \"$@\"; pwd");
        program("jdk/bin/javac", "");
        jdkVersion("17.0.2");
        program("bin/mvn", """
                echo built >>'%s'
                for argument; do case $argument in
                    -Dhapax.dist=*) app=${argument#*=}; mkdir -p "$app/lib" "$app/embedded"
                        touch "$app/lib/hapax-app-1.jar" "$app/lib/kafka-clients.jar" "$app/embedded/broker.jar" ;;
                    -Dhapax.bench*.dist=*) bench=${argument#*=}; mkdir -p "$bench/lib"
                        touch "$bench/lib/hapax-bench-1.jar" ;;
                esac; done
                """.formatted(builds));
    }

    @Test
    void shouldBuildOnFirstUseAndNeverAgain() throws Exception {
        var first = hapax(home.resolve("hapax"), "--version");
        var second = hapax(home.resolve("hapax"), "--version");

        assertThat(first.err()).contains("building (first use");
        assertThat(first.exitCode()).isZero();
        assertThat(second.err()).isEmpty();
        assertThat(builds).hasContent("built");
    }

    @Test
    void shouldBuildAgainWhenASourceIsNewer() throws Exception {
        hapax(home.resolve("hapax"), "--version");
        newer(home.resolve("app/src/main/New.java"));

        assertThat(hapax(home.resolve("hapax"), "--version").err()).contains("sources have changed");
        assertThat(Files.readAllLines(builds)).hasSize(2);
    }

    @Test
    void shouldBuildAgainWhenTheRulesAreNewer() throws Exception {
        hapax(home.resolve("hapax"), "--version");
        Files.createDirectories(home.resolve("config"));
        newer(home.resolve("config/hapax.yaml"));

        assertThat(hapax(home.resolve("hapax"), "--version").err()).isEmpty();

        newer(home.resolve("config/rules.yaml"));

        assertThat(hapax(home.resolve("hapax"), "--version").err()).contains("sources have changed");
    }

    @Test
    void shouldBuildOnceWhenStartedTwiceAtOnce() throws Exception {
        Files.writeString(folder.resolve("bin/mvn"), Files.readString(folder.resolve("bin/mvn")) + "sleep 1\n");

        var other = CompletableFuture.supplyAsync(() -> unchecked(folder.resolve("other"), "--version"));
        var one = unchecked(folder.resolve("one"), "--version");

        assertThat(List.of(one.exitCode(), other.get().exitCode())).containsOnly(0);
        assertThat(builds).hasContent("built");
    }

    @Test
    void shouldTakeOverTheLockOfADeadBuild() throws Exception {
        var dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Files.createDirectories(home.resolve(".work"));
        Files.createSymbolicLink(home.resolve(".work/build.lock"), Path.of(Long.toString(dead.pid())));

        assertThat(hapax(home.resolve("hapax"), "--version").exitCode()).isZero();
        assertThat(Files.exists(home.resolve(".work/build.lock"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
    }

    @Test
    void shouldShowTheErrorsOfAFailedBuildAndWhereTheRestIs() throws Exception {
        program("bin/mvn", "echo '[INFO] noise'; echo '[ERROR] Broken.java:[1,15] not a statement'; exit 1");

        var answer = hapax(home.resolve("hapax"), "--version");

        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err())
                .contains("Broken.java", home.resolve(".work/build.log").toString())
                .doesNotContain("noise");
    }

    @Test
    void shouldGiveTheBrokersJarsToDemoAndClusterAlone() throws Exception {
        var broker = home.resolve("app/target/dist/embedded/broker.jar").toString();

        assertThat(hapax(home.resolve("hapax"), "demo").out()).contains(broker).contains("-Xmx1g", "-XX:+UseG1GC");
        assertThat(hapax(home.resolve("hapax"), "cluster", "up").out())
                .contains(broker)
                .contains("-XX:TieredStopAtLevel=1");
        assertThat(hapax(home.resolve("hapax"), "run", "-c", "demo").out())
                .doesNotContain(broker, "-Xmx")
                .contains("-XX:+ExitOnOutOfMemoryError", "-XX:G1PeriodicGCInterval=60000");
        assertThat(hapax(home.resolve("hapax"), "--verbose", "topics", "demo").out())
                .doesNotContain(broker)
                .contains("-XX:TieredStopAtLevel=1");
    }

    @Test
    void shouldGiveAnInstanceMemoryThatOtherCommandsDoNotGet() throws Exception {
        Map<String, String> image =
                Map.of("HAPAX_JAVA_OPTS", "-XX:MaxRAMPercentage=12", "HAPAX_RUN_OPTS", "-XX:MaxRAMPercentage=50");

        assertThat(script(home.resolve("hapax"), image)
                        .run(folder, "run", "-c", "x.yaml")
                        .out())
                .as("the JVM takes the last")
                .contains("-XX:MaxRAMPercentage=12\n-XX:MaxRAMPercentage=50\n");
        assertThat(script(home.resolve("hapax"), image)
                        .run(folder, "verify", "-c", "x.yaml")
                        .out())
                .contains("-XX:MaxRAMPercentage=12\n")
                .doesNotContain("-XX:MaxRAMPercentage=50");
    }

    @Test
    void shouldLetTheUserDecideOverTheArchiveOfClasses() throws Exception {
        hapax(home.resolve("hapax"), "--version");
        newer(home.resolve("app/target/dist/classes.jsa"));

        var answer = script(home.resolve("hapax"), Map.of("HAPAX_JAVA_OPTS", "-Xshare:on"))
                .run(folder, "run", "--help");

        assertThat(answer.out().lines().filter(word -> word.startsWith("-Xshare")))
                .containsExactly("-Xshare:auto", "-Xshare:on");
    }

    @Test
    void shouldLogForMachinesWhereAnInstanceRunsWithoutATerminal() throws Exception {
        assertThat(hapax(home.resolve("hapax"), "run").out()).contains("-Dhapax.log.format=json");
        assertThat(hapax(home.resolve("hapax"), "topics", "check").out()).doesNotContain("hapax.log.format");
        assertThat(hapax(home.resolve("hapax"), "demo").out()).doesNotContain("hapax.log.format");
    }

    @Test
    void shouldPassTheWidthOfTheTerminalToTheCommand() throws Exception {
        assertThat(hapax(home.resolve("hapax"), "--version").out()).doesNotContain("hapax.columns", "hapax.terminal");

        program("in-a-terminal", "COLUMNS=77 exec script -qec \"'" + home.resolve("hapax") + "' --version\" /dev/null");

        assertThat(hapax(folder.resolve("in-a-terminal")).out())
                .contains("-Dhapax.terminal=true", "-Dhapax.terminal.out=true", "-Dhapax.columns=77")
                .contains("preparing (first use");
    }

    @Test
    void shouldBuildTheBenchForTheBenchAlone() throws Exception {
        Files.createDirectories(home.resolve("bench/src/main"));
        Files.writeString(home.resolve("bench/pom.xml"), "");
        hapax(home.resolve("hapax"), "--version");
        newer(home.resolve("bench/src/main/New.java"));

        var other = hapax(home.resolve("hapax"), "--version");
        var bench = hapax(home.resolve("hapax"), "bench", "--quick");
        newer(home.resolve("app/src/main/New.java"));
        var changed = hapax(home.resolve("hapax"), "bench", "--quick");

        assertThat(other.err()).isEmpty();
        assertThat(bench.err()).contains("building (first use");
        assertThat(bench.out())
                .contains(
                        home.resolve("bench/target/dist/lib/hapax-bench-1.jar").toString())
                .doesNotContain("hapax-app-1.jar")
                .contains("dev.hapax.bench.BenchCommand\nbench\n--quick");
        assertThat(changed.err()).contains("sources have changed");
        assertThat(home.resolve("app/target")).isDirectoryNotContaining("glob:**/dist.bench");
    }

    @Test
    void shouldWorkThroughSymbolicLinksAndStayWhereTheUserIs() throws Exception {
        Files.createSymbolicLink(folder.resolve("first"), home.resolve("hapax"));
        Files.createSymbolicLink(folder.resolve("second"), Path.of("first"));

        var answer = hapax(folder.resolve("second"), "classify", "two words");

        assertThat(answer.out().lines())
                .contains("-Dhapax.home=" + home, "two words")
                .endsWith(folder.toRealPath().toString());
    }

    @Test
    void shouldReportThatJavaIsTooOld() throws Exception {
        jdkVersion("11.0.22");

        var answer = hapax(home.resolve("hapax"), "--version");

        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.err().lines()).singleElement().asString().contains("11.0.22", "17 or newer", "JAVA_HOME");
    }

    private Script.Answer unchecked(Path workingFolder, String... arguments) {
        try {
            Files.createDirectories(workingFolder);
            return script(home.resolve("hapax")).run(workingFolder, arguments);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Script.Answer hapax(Path launcher, String... arguments) throws Exception {
        return script(launcher).run(folder, arguments);
    }

    private Script script(Path launcher) {
        return script(launcher, Map.of());
    }

    private Script script(Path launcher, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(Map.of(
                "JAVA_HOME",
                folder.resolve("jdk").toString(),
                "PATH",
                folder.resolve("bin") + ":" + System.getenv("PATH"),
                "HAPAX_HEAP",
                "",
                "HAPAX_JAVA_OPTS",
                "",
                "HAPAX_RUN_OPTS",
                ""));
        environment.putAll(more);
        return new Script(launcher, environment);
    }

    private static void newer(Path file) throws IOException {
        Files.writeString(file, "");
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
    }

    private void jdkVersion(String version) throws IOException {
        Files.writeString(folder.resolve("jdk/release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    }

    private void program(String name, String body) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
