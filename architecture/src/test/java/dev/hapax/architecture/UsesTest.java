package dev.hapax.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

/** What code may use, whichever module it is in. */
class UsesTest {

    @Test
    void shouldJudgeMessagesWithoutKafka() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.hapax.intake..",
                        "dev.hapax.classify..",
                        "dev.hapax.source..",
                        "dev.hapax.masking..",
                        "dev.hapax.rendering..",
                        "dev.hapax.config..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka..")
                .because("hapax classify judges a message without a broker")
                .check(Hapax.CLASSES);
    }

    @Test
    void shouldKeepTheDomainToItself() {
        classes()
                .that()
                .resideInAPackage("dev.hapax.domain..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.hapax.domain..", "java..", "org.jspecify..")
                .check(Hapax.CLASSES);
    }

    @Test
    void shouldUseTheInternalsOfKafkaStreamsInTwoClassesOnly() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.hapax.guard.GuardStateStore")
                .and()
                .doNotHaveFullyQualifiedName("dev.hapax.guard.CheckpointFiles")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka.streams..internals..")
                .because(
                        "an upgrade of Kafka must have few places to look at: docs/decisions/0007-a-store-of-our-own.md")
                .check(Hapax.CLASSES);
    }

    @Test
    void shouldKeepClassifiersApartFromTheRulesThatAreOneOfThem() {
        noClasses()
                .that()
                .resideInAPackage("dev.hapax.classify")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.hapax.classify.rules")
                .check(Hapax.CLASSES);
    }

    @Test
    void shouldTakeTheTimeFromAClock() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.hapax.domain..",
                        "dev.hapax.wire..",
                        "dev.hapax.config..",
                        "dev.hapax.intake..",
                        "dev.hapax.classify..",
                        "dev.hapax.source..",
                        "dev.hapax.masking..",
                        "dev.hapax.rendering..",
                        "dev.hapax.guard..",
                        "dev.hapax.commit..",
                        "dev.hapax.dedup..",
                        "dev.hapax.topology..",
                        "dev.hapax.quarantine..",
                        "dev.hapax.meters..",
                        "dev.hapax.operations..")
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
                .check(Hapax.CLASSES);
    }

    @Test
    void shouldPrintOnlyInCommands() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "dev.hapax.app..",
                        "dev.hapax.demo..",
                        "dev.hapax.logs..",
                        "dev.hapax.embedded..",
                        "dev.hapax.chaos..",
                        "dev.hapax.bench..")
                .should(ACCESS_STANDARD_STREAMS)
                .because("commands, API and pages share the code, and each shows results in its own way")
                .check(Hapax.CLASSES);
    }

    @Test
    void shouldKeepThePartsOfTheAdminServerApart() {
        slices().matching("dev.hapax.admin.(*)..")
                .should()
                .notDependOnEachOther()
                .check(Hapax.CLASSES);
        noClasses()
                .that()
                .resideInAPackage("dev.hapax.admin.*..")
                .should()
                .dependOnClassesThat()
                .haveSimpleNameStartingWith("Gate")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("dev.hapax.admin.AdminServer")
                .check(Hapax.CLASSES);
        noClasses()
                .that()
                .resideInAPackage("dev.hapax.admin")
                .and()
                .doNotHaveSimpleName("AdminServer")
                .and()
                .doNotHaveSimpleName("Startup")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.hapax.admin.*..")
                .check(Hapax.CLASSES);
    }

    @Test
    void shouldParseArgumentsInCommandsAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "dev.hapax.app..", "dev.hapax.embedded..", "dev.hapax.chaos..", "dev.hapax.bench..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("picocli..")
                .check(Hapax.CLASSES);
    }
}
