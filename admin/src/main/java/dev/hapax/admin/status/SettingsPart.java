package dev.hapax.admin.status;

import dev.hapax.admin.ApiPart;
import dev.hapax.admin.Query;
import io.javalin.config.RoutesConfig;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The effective settings, secrets masked. */
public final class SettingsPart implements ApiPart {

    private final Map<String, @Nullable Object> shown;

    public SettingsPart(Map<String, @Nullable Object> shown) {
        this.shown = shown;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/config", Query.none(request -> request.json(shown)));
    }
}
