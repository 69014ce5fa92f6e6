package dev.hapax.topology;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

/** Who may know whom. */
class ArchitectureTest {

    private static final String KAFKA = "org.apache.kafka..";

    private static final JavaClasses HAPAX = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.hapax");

    @Test
    void shouldJudgeMessagesWithoutKafka() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.hapax.intake..", "dev.hapax.classify..", "dev.hapax.source..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(KAFKA)
                .because("hapax classify judges a message without a broker")
                .check(HAPAX);
    }

    @Test
    void shouldKeepTheDomainToItself() {
        classes()
                .that()
                .resideInAPackage("dev.hapax.domain..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.hapax.domain..", "java..", "org.jspecify..")
                .check(HAPAX);
    }

    @Test
    void shouldReadSettingsWithoutTheRestOfHapax() {
        noClasses()
                .that()
                .resideInAPackage("dev.hapax.config..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.hapax.topology..", "dev.hapax.intake..", "dev.hapax.guard..", KAFKA)
                .check(HAPAX);
    }

    @Test
    void shouldUseTheInsideOfKafkaStreamsInOneClassOnly() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.hapax.guard.GuardStateStore")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka.streams..internals..")
                .because(
                        "an upgrade of Kafka must have one place to look at: docs/decisions/0007-a-store-of-our-own.md")
                .check(HAPAX);
    }

    @Test
    void shouldBeFreeOfCycles() {
        slices().matching("dev.hapax.(*)..").should().beFreeOfCycles().check(HAPAX);
    }

    @Test
    void shouldJoinEverythingInTheTopologyAlone() {
        noClasses()
                .that()
                .resideInAPackage("dev.hapax..")
                .and()
                .resideOutsideOfPackages("dev.hapax.topology..", "dev.hapax.app..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.hapax.topology..")
                .check(HAPAX);
    }

    @Test
    void shouldTakeTheTimeFromWhoeverStartsIt() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.hapax.app..")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .orShould()
                .callMethod(Clock.class, "systemDefaultZone")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(LocalDateTime.class, "now")
                .because("an answer that depends on the wall clock is another one when it is given again")
                .check(HAPAX);
    }
}
