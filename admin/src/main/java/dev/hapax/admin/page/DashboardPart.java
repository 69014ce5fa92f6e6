package dev.hapax.admin.page;

import dev.hapax.admin.ApiPart;
import dev.hapax.operations.Sha256;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files of the dashboard, loaded from the class path into memory at the start. Each has its own route, so no path can lead
 * to another file.
 */
public final class DashboardPart implements ApiPart {

    private static final String FOLDER = "/dashboard";
    private static final String INDEX = "/index.html";
    private static final String POLICY = "Content-Security-Policy";
    private static final String OWN_STYLES = "style-src 'self'";
    /** The frame that shows a mail inherits the policy of its page, and mails are styled inline. */
    private static final String INLINE_STYLES = OWN_STYLES + " 'unsafe-inline'";

    private final Map<String, PageFile> files;

    private DashboardPart(Map<String, PageFile> files) {
        this.files = files;
    }

    public static DashboardPart load() {
        URL index = DashboardPart.class.getResource(FOLDER + INDEX);
        if (index == null) {
            return new DashboardPart(Map.of());
        }
        try {
            return new DashboardPart(files(index.toURI()));
        } catch (IOException e) {
            throw new UncheckedIOException("Reading the files of the dashboard", e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the location of the dashboard is not a URI: " + index, e);
        }
    }

    private static Map<String, PageFile> files(URI index) throws IOException {
        if (!"jar".equals(index.getScheme())) {
            return files(Path.of(index).resolveSibling("."));
        }
        String jar = index.getSchemeSpecificPart();
        try (FileSystem inside = FileSystems.newFileSystem(Path.of(URI.create(jar.substring(0, jar.indexOf("!/")))))) {
            return files(inside.getPath(FOLDER));
        }
    }

    private static Map<String, PageFile> files(Path folder) throws IOException {
        Path root = folder.normalize();
        Map<String, PageFile> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String name = "/" + root.relativize(file).toString().replace('\\', '/');
                files.put(name, PageFile.of(name, Files.readAllBytes(file)));
            }
        }
        PageFile index = files.get(INDEX);
        if (index != null) {
            files.put("/", index);
        }
        return files;
    }

    /** Whether the path is a file of the dashboard, which needs no token. */
    public boolean has(String path) {
        return files.containsKey(path);
    }

    @Override
    public void addTo(RoutesConfig routes) {
        files.forEach((path, file) -> routes.get(path, request -> answer(request, file)));
    }

    private static void answer(Context request, PageFile file) {
        // Revalidated on each load, sent only after a change: a new version of Hapax shows at once.
        request.header("ETag", file.tag()).header("Cache-Control", "no-cache");
        if (file.isPage()) {
            String policy = Objects.requireNonNull(request.res().getHeader(POLICY), POLICY);
            request.header(POLICY, policy.replace(OWN_STYLES, INLINE_STYLES));
        }
        if (file.tag().equals(request.header("If-None-Match"))) {
            request.status(304);
        } else {
            request.result(file.content()).contentType(file.type());
        }
    }

    /**
     * A file of the dashboard.
     *
     * @param tag changes with the content, for caches
     */
    record PageFile(byte[] content, String type, String tag) {

        private static final Map<String, String> TYPES = Map.of(
                "html", "text/html; charset=utf-8",
                "js", "text/javascript; charset=utf-8",
                "mjs", "text/javascript; charset=utf-8",
                "css", "text/css; charset=utf-8",
                "json", "application/json",
                "svg", "image/svg+xml",
                "png", "image/png",
                "ico", "image/x-icon",
                "woff2", "font/woff2",
                "txt", "text/plain; charset=utf-8");

        boolean isPage() {
            return type.startsWith("text/html");
        }

        static PageFile of(String name, byte[] content) {
            String ending = name.substring(name.lastIndexOf('.') + 1);
            return new PageFile(content, TYPES.getOrDefault(ending, "application/octet-stream"), tag(content));
        }

        private static String tag(byte[] content) {
            return '"' + HexFormat.of().formatHex(Sha256.of(content), 0, 12) + '"';
        }
    }
}
