package dev.hapax.deploy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The Helm chart, linted and rendered by Helm itself. */
final class Chart {

    static final Path FOLDER = Repository.DEPLOY.resolve("helm/hapax");

    private static final String OLDEST_KUBERNETES = Repository.yamlOf(FOLDER.resolve("Chart.yaml"))
            .path("kubeVersion")
            .asText()
            .replaceAll("[^0-9.]*([0-9.]+).*", "$1");

    private Chart() {}

    static LintResult lint() {
        return new Helm(FOLDER).lint().strict().call();
    }

    static String render(String release) {
        return template(FOLDER, release).call();
    }

    /** The objects of a release, with the values of a file. */
    static String render(String release, Path values) {
        return render(FOLDER, release, values);
    }

    /** The objects of a release of a chart that is a folder or an archive. */
    static String render(Path chart, String release, Path values) {
        return template(chart, release).withValuesFile(values).call();
    }

    /** A release "hapax" with these values, which go to a file in the folder. */
    static String render(Path folder, String values) throws IOException {
        Path file = Files.writeString(folder.resolve("values.yaml"), values);
        return render("hapax", file);
    }

    private static TemplateCommand template(Path chart, String release) {
        return new Helm(chart)
                .template()
                .withName(release)
                .withNamespace("here")
                .withKubeVersion(OLDEST_KUBERNETES);
    }
}
