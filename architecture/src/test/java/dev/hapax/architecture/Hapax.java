package dev.hapax.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** All classes of Hapax but its tests. */
final class Hapax {

    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.hapax");

    private Hapax() {}

    /** Whether a class comes from the folder or the jar of that module. */
    static boolean isOf(String module, JavaClass type) {
        return type.getBaseComponentType()
                .getSource()
                .map(source -> source.getUri().toString())
                .filter(uri -> uri.contains("/" + module + "/target/") || uri.contains("/" + module + "/build/"))
                .isPresent();
    }
}
