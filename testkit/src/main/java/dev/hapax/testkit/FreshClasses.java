package dev.hapax.testkit;

import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes of a plug-in a second time, as another instance does: static fields begin anew. What is not in the folder
 * or jar of the plug-in is shared.
 */
final class FreshClasses extends URLClassLoader {

    private FreshClasses(URL plugin, ClassLoader parent) {
        super(new URL[] {plugin}, parent);
    }

    /**
     * Makes objects of the same class by its public constructor without parameters, as ServiceLoader does.
     *
     * @return null if the plug-in is part of Hapax itself, whose classes cannot be distinguished from the plug-in's
     */
    static <T> @Nullable Supplier<T> of(Class<T> service, T plugin) {
        URL location = location(plugin.getClass());
        return location.toExternalForm().equals(location(service).toExternalForm())
                ? null
                : () -> another(service, plugin.getClass(), location);
    }

    private static URL location(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null) {
            throw new AssertionError(type.getName() + " does not say where it was loaded from");
        }
        return source.getLocation();
    }

    @SuppressWarnings("RethrowReflectiveOperationExceptionAsLinkageError") // the author of the plug-in is to read it
    private static <T> T another(Class<T> service, Class<?> type, URL location) {
        // Stays open: classes are loaded on first use. The folder of a build needs no closing.
        FreshClasses loader = new FreshClasses(location, type.getClassLoader());
        try {
            return service.cast(
                    loader.loadClass(type.getName()).getConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(
                    type.getName() + " cannot be loaded again: it needs to be public, with a public constructor"
                            + " without parameters. " + e,
                    e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null && findResource(name.replace('.', '/') + ".class") != null) {
                loaded = findClass(name);
            }
            if (loaded == null) {
                return super.loadClass(name, resolve);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }
}
