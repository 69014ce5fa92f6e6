package dev.hapax.builds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Maven and Gradle build the same modules from the same dependencies.
 *
 * <p>Gradle reads the POMs, so they can part in two ways only: Gradle is told something beside the POMs, or a POM says
 * something that Gradle does not read.
 */
class TwoBuildsTest {

    private static final String DEPENDENCIES = "/project/dependencies/dependency";
    private static final String MANAGED = "/project/dependencyManagement/dependencies/dependency";

    private final Repository repository = Repository.here();

    @Test
    void shouldBuildEveryFolderThatHasAPom() throws IOException {
        assertThat(repository.pom().all("/project/modules/module"))
                .containsExactlyInAnyOrderElementsOf(repository.foldersWith("pom.xml"));
    }

    @Test
    void shouldTakeTheModulesFromThePomAlone() throws IOException {
        var settings = repository.text("settings.gradle.kts");

        assertThat(settings).contains("getElementsByTagName(\"module\")");
        assertThat(matches("include\\(([^)]*\\))", settings)).containsExactly("modules.item(i)");
        assertThat(repository.pom().all("//module")).isEqualTo(repository.pom().all("/project/modules/module"));
        assertThat(repository.foldersWith("build.gradle.kts")).isEmpty();
        assertThat(repository.foldersWith("build.gradle")).isEmpty();
    }

    @Test
    void shouldNameNoDependencyAndNoVersionInGradle() throws IOException {
        var build = repository.text("build.gradle.kts") + repository.text("settings.gradle.kts");

        // Surefire brings JUnit's launcher along; Gradle wants it named. Its version comes with JUnit's BOM.
        assertThat(matches("\"([\\w.-]+:[\\w.:$-]+)\"", build))
                .containsExactly("org.junit.platform:junit-platform-launcher");
        assertThat(matches("(\\d+\\.\\d+)", build)).isEmpty();
        assertThat(matches("project\\(\"(:[\\w-]+)\"", build)).containsExactly(":intake", ":app");
    }

    @Test
    void shouldGiveEveryScopeOfThePomsTheSameMeaningInGradle() throws IOException {
        var table = matches("(\"\\w+\" -> listOf\\([^)]*\\))", repository.text("build.gradle.kts"));

        assertThat(table)
                .containsExactly(
                        "\"compile\" -> listOf(\"api\")",
                        "\"runtime\" -> listOf(\"runtimeOnly\")",
                        "\"provided\" -> listOf(\"compileOnly\", \"testImplementation\")",
                        "\"test\" -> listOf(\"testImplementation\")");
        for (var pom : everyPom()) {
            assertThat(pom.all(DEPENDENCIES + "/scope")).isSubsetOf("compile", "runtime", "provided", "test");
        }
    }

    @Test
    void shouldSayNothingInAPomThatGradleDoesNotRead() {
        for (var pom : everyPom()) {
            assertThat(pom.all(DEPENDENCIES
                            + "/*[not(self::groupId or self::artifactId or self::version or self::scope"
                            + " or self::exclusions)]"))
                    .as("classifiers, types and optional dependencies: teach build.gradle.kts first")
                    .isEmpty();
            assertThat(pom.all(DEPENDENCIES + "/exclusions/exclusion/artifactId"))
                    .as("exclusions of less than a group: teach build.gradle.kts first")
                    .allMatch("*"::equals);
            assertThat(pom.all("/project/build/*[not(self::plugins or self::pluginManagement or self::resources)]"))
                    .as("source folders of another name: teach build.gradle.kts first")
                    .isEmpty();
            assertThat(pom.all("/project/profiles/profile//dependency")).isEmpty();
        }
        assertThat(repository.pom().all(MANAGED + "/*[not(self::groupId or self::artifactId or self::version)]"))
                .as("only BOMs have a type and a scope")
                .containsOnly("pom", "import");
    }

    @Test
    void shouldPackageTheSameResources() throws IOException {
        var maven = new ArrayList<String>();
        for (var pom : everyPom()) {
            pom.all("/project/build/resources/resource")
                    .forEach(resource ->
                            maven.add(pom.all("/project/artifactId").get(0) + " " + resource.replaceAll("\\s+", " ")));
        }
        var gradle = matches(
                "(project\\(\"\\S+\"\\) \\{[^{}]*processResources\"\\) \\{\\s+[^{}]*\\{[^{}]*})",
                repository.text("build.gradle.kts"));

        // Gradle packages a module's own folder unasked; Maven, once another is named, only when told to.
        assertThat(maven)
                .containsExactly("hapax-intake src/main/resources", "hapax-intake ../config rules.yaml dev/hapax");
        assertThat(gradle)
                .singleElement()
                .asString()
                .startsWith("project(\":intake\")")
                .endsWith("from(\"../config/rules.yaml\") { into(\"dev/hapax\") }");
        assertThat(matches("(processResources|\\bfrom\\()", repository.text("build.gradle.kts")))
                .hasSize(2);
    }

    @Test
    void shouldManageEveryVersionInTheRootPom() {
        var managed = new TreeSet<>(repository.pom().keys(MANAGED));
        // Jackson's and JUnit's versions come with their BOMs.
        var boms = List.of("com.fasterxml.jackson.", "org.junit.");

        for (var module : modules()) {
            var pom = repository.pom(module);
            assertThat(pom.all(DEPENDENCIES + "/version")).as(module).isEmpty();
            assertThat(pom.all("/project/properties/*[contains(name(), '.version')]"))
                    .as(module)
                    .allMatch(version -> version.startsWith("${"));
            assertThat(pom.keys(DEPENDENCIES))
                    .as(module)
                    .allMatch(key -> managed.contains(key) || boms.stream().anyMatch(key::startsWith));
        }
        assertThat(repository.pom().all(MANAGED + "/version")).allMatch(version -> version.startsWith("${"));
    }

    private List<String> modules() {
        return repository.pom().all("/project/modules/module");
    }

    private List<Pom> everyPom() {
        var poms = new ArrayList<>(List.of(repository.pom()));
        modules().forEach(module -> poms.add(repository.pom(module)));
        return poms;
    }

    private static List<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .toList();
    }
}
