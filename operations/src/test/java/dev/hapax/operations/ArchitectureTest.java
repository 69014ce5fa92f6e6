package dev.hapax.operations;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What an operation may know. */
class ArchitectureTest {

    private static final JavaClasses OPERATIONS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.hapax.operations");

    @Test
    void shouldPrintNothing() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS
                .because("commands, API and pages call operations, and each shows results in its own way")
                .check(OPERATIONS);
    }

    @Test
    void shouldTakeTheTimeFromWhoeverAsks() {
        noClasses()
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .orShould()
                .callMethod(Instant.class, "now")
                .check(OPERATIONS);
    }
}
