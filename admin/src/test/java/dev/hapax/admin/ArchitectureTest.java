package dev.hapax.admin;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Who may use whom in what an instance tells over HTTP. */
class ArchitectureTest {

    private static final JavaClasses ADMIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.hapax.admin");

    @Test
    void shouldHavePartsThatKnowNothingOfEachOther() {
        slices().matching("dev.hapax.admin.(*)..")
                .should()
                .notDependOnEachOther()
                .check(ADMIN);
    }

    @Test
    void shouldListItsPartsInOnePlace() {
        noClasses()
                .that()
                .resideInAPackage("dev.hapax.admin")
                .and()
                .doNotHaveSimpleName("Parts")
                .and()
                .doNotHaveSimpleName("AdminServer")
                .and()
                .doNotHaveSimpleName("Startup")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.hapax.admin.*..")
                .check(ADMIN);
    }

    @Test
    void shouldKeepTheServerBehindItsInterface() {
        noClasses()
                .that()
                .resideInAPackage("dev.hapax.admin.*..")
                .should()
                .dependOnClassesThat()
                .haveSimpleNameStartingWith("Gate")
                .orShould()
                .dependOnClassesThat()
                .haveSimpleName("AdminServer")
                .check(ADMIN);
        classes()
                .that()
                .resideInAPackage("dev.hapax.admin")
                .and()
                .haveSimpleNameStartingWith("Jetty")
                .should()
                .notBePublic()
                .check(ADMIN);
    }

    @Test
    void shouldNotKnowTheCommandLine() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.hapax.app..", "dev.hapax.instance..", "dev.hapax.demo..", "picocli..")
                .check(ADMIN);
    }

    @Test
    void shouldPrintNothing() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(ADMIN);
    }
}
