package dev.hapax.architecture;

import static com.tngtech.archunit.lang.conditions.ArchConditions.onlyDependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which module may use which. */
class ModulesTest {

    /** They hold tests alone. */
    private static final Set<String> WITHOUT_CLASSES = Set.of("deploy", "architecture");

    /** A rule holds for nothing if it sees nothing. */
    @ParameterizedTest
    @MethodSource("modules")
    void shouldSeeTheClassesOfEveryModule(String module) {
        assertThat(Hapax.CLASSES).anyMatch(type -> Hapax.isOf(module, type));
    }

    static List<String> modules() throws Exception {
        String pom = Files.readString(Path.of(System.getProperty("hapax.root"), "pom.xml"));
        return Pattern.compile("<module>([^<]+)</module>")
                .matcher(pom)
                .results()
                .map(found -> found.group(1))
                .filter(module -> !WITHOUT_CLASSES.contains(module))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            serdes     | dev.hapax.domain dev.hapax.wire dev.hapax.topics dev.hapax.delivery dev.hapax.campaign
            config     | dev.hapax.config dev.hapax.yaml                                serdes
            intake     | dev.hapax.intake dev.hapax.classify dev.hapax.source dev.hapax.masking dev.hapax.rendering  serdes config
            testkit    | dev.hapax.testkit                                              serdes config intake
            guard      | dev.hapax.guard dev.hapax.commit dev.hapax.dedup               serdes
            topology   | dev.hapax.topology dev.hapax.quarantine dev.hapax.meters dev.hapax.ledger  serdes config intake guard
            delivery   | dev.hapax.worker dev.hapax.channel                             serdes
            operations | dev.hapax.operations                                           serdes config intake
            admin      | dev.hapax.admin                                                serdes config intake guard topology operations
            """)
    void shouldUseOnlyTheModulesBelow(String module, String own) {
        List<String> words = List.of(own.trim().split("\\s+"));
        List<String> packages =
                words.stream().filter(word -> word.startsWith("dev.hapax.")).toList();
        List<String> below =
                words.stream().filter(word -> !word.startsWith("dev.hapax.")).toList();

        classes()
                .that(areOf(module))
                .should()
                .resideInAnyPackage(packages.stream().map(name -> name + "..").toArray(String[]::new))
                .check(Hapax.CLASSES);
        classes()
                .that(areOf(module))
                .should(onlyDependOnClassesThat(new DescribedPredicate<>("are of " + module + ", " + below) {
                    @Override
                    public boolean test(JavaClass type) {
                        return !type.getPackageName().startsWith("dev.hapax")
                                || Hapax.isOf(module, type)
                                || below.stream().anyMatch(name -> Hapax.isOf(name, type));
                    }
                }))
                .check(Hapax.CLASSES);
    }

    @Test
    void shouldOperateWithoutKafkaStreamsAndRocksDb() {
        noClasses()
                .that(areOf("operations"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka.streams..", "org.rocksdb..")
                .check(Hapax.CLASSES);
    }

    @Test
    void shouldBeFreeOfCycles() {
        slices().matching("dev.hapax.(*)..").should().beFreeOfCycles().check(Hapax.CLASSES);
    }

    private static DescribedPredicate<JavaClass> areOf(String module) {
        return new DescribedPredicate<>("are of module " + module) {
            @Override
            public boolean test(JavaClass type) {
                return Hapax.isOf(module, type);
            }
        };
    }
}
