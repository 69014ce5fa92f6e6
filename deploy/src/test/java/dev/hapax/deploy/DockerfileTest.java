package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.app.Hapax;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The image is built from what there is, pinned, and runs as nobody in particular. */
class DockerfileTest {

    private static final Pattern PINNED =
            Pattern.compile("(BUILD|RUN)_IMAGE=[a-z/-]+:\\d+\\.\\d+\\.\\d+[^\\s@]*@sha256:[0-9a-f]{64}");
    private static final List<String> INSTRUCTIONS = List.of(
            "ARG",
            "FROM",
            "RUN",
            "COPY",
            "ENV",
            "USER",
            "WORKDIR",
            "VOLUME",
            "EXPOSE",
            "HEALTHCHECK",
            "ENTRYPOINT",
            "CMD");

    @Test
    void shouldHaveNoInstructionThatDockerDoesNotKnow() throws IOException {
        assertThat(instructions()).allSatisfy(line -> assertThat(INSTRUCTIONS).contains(line.split(" ", 2)[0]));
    }

    @Test
    void shouldStartFromVersionsAndNotFromWhateverIsLatest() throws IOException {
        assertThat(all("ARG")).hasSize(2).allSatisfy(image -> assertThat(image).matches(PINNED));
        assertThat(all("ARG").get(1)).contains("-jre-");
        assertThat(all("FROM")).containsExactly("${BUILD_IMAGE} AS build", "${RUN_IMAGE}");
    }

    @Test
    void shouldShipNoticeAndBillOfMaterials() throws IOException {
        assertThat(all("COPY"))
                .contains("--from=build /dist/hapax.cdx.json /opt/hapax/", "hapax LICENSE NOTICE /opt/hapax/");
        assertThat(Repository.text("NOTICE")).contains("Apache Kafka", "RocksDB", "hapax.cdx.json");
        assertThat(Repository.text("app/pom.xml"))
                .contains("cyclonedx-maven-plugin", "<outputName>hapax.cdx</outputName>");
    }

    @Test
    void shouldCopyOnlyWhatIsThere() throws IOException {
        List<String> ignored = Files.readAllLines(Repository.DEPLOY.resolve("Dockerfile.dockerignore"));
        for (String copied : all("COPY")) {
            List<String> words = List.of(copied.split(" ", -1));
            if (!words.get(0).startsWith("--from=")) {
                assertThat(words.subList(0, words.size() - 1)).allSatisfy(source -> {
                    assertThat(Repository.ROOT.resolve(source)).exists();
                    assertThat(left(source, ignored))
                            .as("%s is not ignored", source)
                            .isTrue();
                });
            }
        }
        assertThat(Repository.yaml("deploy/compose.yaml")
                        .path("x-hapax")
                        .path("build")
                        .toString())
                .isEqualTo("{\"context\":\"..\",\"dockerfile\":\"deploy/Dockerfile\"}");
    }

    @Test
    void shouldGiveTheBuildThePomOfEveryModule() throws IOException {
        List<String> ignored = Files.readAllLines(Repository.DEPLOY.resolve("Dockerfile.dockerignore"));
        try (var folders = Files.list(Repository.ROOT)) {
            assertThat(folders.map(folder -> folder.resolve("pom.xml")).filter(Files::exists))
                    .isNotEmpty()
                    .allSatisfy(pom -> assertThat(
                                    left(Repository.ROOT.relativize(pom).toString(), ignored))
                            .as("Maven reads %s", pom)
                            .isTrue());
        }
    }

    @Test
    void shouldRunAsAUserWithoutRights() throws IOException {
        assertThat(all("USER")).containsExactly("10001:10001");
        assertThat(instructions().indexOf("USER 10001:10001"))
                .as("what root does comes before")
                .isGreaterThan(instructions().lastIndexOf("RUN " + all("RUN").get(1)));
        assertThat(all("VOLUME")).containsExactly("/var/lib/hapax");
    }

    @Test
    void shouldStartWhatTheCommandLineKnows() throws IOException {
        assertThat(all("ENTRYPOINT")).containsExactly("[\"/opt/hapax/hapax\"]");
        String[] words = Repository.JSON.readValue(all("CMD").get(0), String[].class);

        Hapax.commandLine().parseArgs(words);

        assertThat(Arrays.asList(words)).startsWith("run").endsWith("/etc/hapax/hapax.yaml");
        assertThat(all("COPY")).contains("deploy/hapax.yaml /etc/hapax/hapax.yaml");
        assertThat(all("ENV"))
                .allSatisfy(
                        variable -> assertThat(Variables.of("deploy/hapax.yaml").read(variable.split("=", 2)[0]))
                                .as(variable)
                                .isTrue());
    }

    @Test
    void shouldFailToBuildWhereTheArchiveOfClassesIsOfNoUse() throws IOException {
        String run = all("RUN").get(1);

        assertThat(run.split(" && ", -1))
                .contains(
                        "HAPAX_JAVA_OPTS=-Xshare:on hapax --version",
                        "HAPAX_JAVA_OPTS=-Xshare:on HAPAX_RUN_OPTS=" + percentage("HAPAX_RUN_OPTS")
                                + " hapax run --help");
    }

    @Test
    void shouldLeaveRoomForACommandBesideTheInstance() throws IOException {
        int instance = Integer.parseInt(percentage("HAPAX_RUN_OPTS").replaceAll("\\D", ""));
        int command = Integer.parseInt(percentage("HAPAX_JAVA_OPTS").replaceAll("\\D", ""));

        assertThat(instance).isEqualTo(50);
        assertThat(command).isBetween(10, 15);
    }

    private static String percentage(String variable) throws IOException {
        String value = all("ENV").stream()
                .filter(it -> it.startsWith(variable + "="))
                .findFirst()
                .orElseThrow();
        assertThat(value).matches(variable + "=\"-XX:MaxRAMPercentage=\\d+\"");
        return value.substring(variable.length() + 2, value.length() - 1);
    }

    @Test
    void shouldAskForItsHealthWhereItListens() throws IOException {
        int port =
                Repository.yaml("deploy/hapax.yaml").path("admin").path("port").asInt();

        assertThat(all("EXPOSE")).containsExactly(Integer.toString(port));
        assertThat(all("HEALTHCHECK"))
                .singleElement()
                .asString()
                .contains("--start-period=", "http://127.0.0.1:" + port + "/health/live");
    }

    /** The arguments of an instruction, each time it is given. */
    private static List<String> all(String instruction) throws IOException {
        return instructions().stream()
                .filter(line -> line.startsWith(instruction + " "))
                .map(line -> line.substring(instruction.length() + 1))
                .toList();
    }

    private static List<String> instructions() throws IOException {
        return Repository.text("deploy/Dockerfile")
                .replaceAll("(?m)^#.*\\n", "")
                .replaceAll("\\\\\\n\\s*", "")
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }

    /** Whether a file is left in the context: the last pattern that fits decides. */
    private static boolean left(String file, List<String> patterns) {
        boolean left = true;
        for (String pattern : patterns) {
            String plain = pattern.startsWith("!") ? pattern.substring(1) : pattern;
            if (!plain.isBlank() && !plain.startsWith("#") && fits(Path.of(file), plain)) {
                left = pattern.startsWith("!");
            }
        }
        return left;
    }

    private static boolean fits(Path file, String pattern) {
        for (Path part = file; part != null; part = part.getParent()) {
            if (FileSystems.getDefault().getPathMatcher("glob:" + pattern).matches(part)) {
                return true;
            }
        }
        return false;
    }
}
