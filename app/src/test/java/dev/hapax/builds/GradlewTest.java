package dev.hapax.builds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GradlewTest {

    @TempDir
    Path folder;

    private final Path root = Repository.here().root();

    @BeforeEach
    void anOldGradleOnThePath() throws IOException {
        gradle(folder.resolve("bin/gradle"), "7.6.1");
    }

    @Test
    void shouldBuildWithMavenWhereThereIsNoGradle() throws Exception {
        var answer = gradlew("build");

        assertThat(answer.out()).isEqualTo("mvn -B verify");
        assertThat(answer.err().lines()).singleElement().asString().contains("no Gradle", "7.6.1");
        assertThat(answer.exitCode()).isZero();
    }

    @Test
    void shouldTestWithMavenWhereThereIsNoGradle() throws Exception {
        assertThat(gradlew("test").out()).isEqualTo("mvn -B test");
    }

    @Test
    void shouldRunTheDemoWithItsArgumentsWhereThereIsNoGradle() throws Exception {
        assertThat(gradlew("demo", "--messages", "5").out()).isEqualTo(root.resolve("hapax") + " demo --messages 5");
    }

    @Test
    void shouldNameTheThreeTasksWhenAskedForAnother() throws Exception {
        var answer = gradlew("publish");

        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err().lines())
                .singleElement()
                .asString()
                .contains("'publish'")
                .contains("build, test and demo");
    }

    @Test
    void shouldRefuseOptionsThatMavenWouldNotUnderstand() throws Exception {
        assertThat(gradlew("test", "--info").exitCode()).isEqualTo(2);
    }

    @Test
    void shouldUseAnInstalledGradleThatIsNewEnough() throws Exception {
        var installed = folder.resolve("bin/gradle");
        for (var version : new String[] {"8.5", "8.14.3", "9.0.0", "10.1"}) {
            gradle(installed, version);

            assertThat(gradlew("publish", "--info").out()).isEqualTo(installed + " -p " + root + " publish --info");
        }
    }

    @Test
    void shouldUseTheGradleDownloadedBefore() throws Exception {
        var text = Files.readString(root.resolve("gradlew"));
        var pinned = text.replaceAll("(?s).*\\npinned=(\\S+)\\n.*", "$1");
        var downloaded = folder.resolve("home/hapax-dists/gradle-" + pinned + "/bin/gradle");
        gradle(downloaded, pinned);

        assertThat(gradlew("demo", "--messages", "5").out())
                .isEqualTo(downloaded + " -p " + root + " -q demo -PdemoArgs=--messages 5");
    }

    private Script.Answer gradlew(String... arguments) throws Exception {
        var environment = Map.of(
                "PATH",
                folder.resolve("bin") + ":" + System.getenv("PATH"),
                "GRADLE_USER_HOME",
                folder.resolve("home").toString(),
                "HAPAX_GRADLEW_OFFLINE",
                "1",
                "HAPAX_GRADLEW_DRY_RUN",
                "1");
        return new Script(root.resolve("gradlew"), environment).run(folder, arguments);
    }

    private static void gradle(Path file, String version) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\necho\necho 'Gradle " + version + "'\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
