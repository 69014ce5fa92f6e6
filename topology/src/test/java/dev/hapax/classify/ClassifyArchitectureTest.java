package dev.hapax.classify;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ClassifyArchitectureTest {

    @Test
    void shouldKnowNothingOfKafka() {
        var classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.hapax.classify");

        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka..")
                .check(classes);
        noClasses()
                .that()
                .resideInAPackage("dev.hapax.classify")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.hapax.classify.rules")
                .check(classes);
    }
}
