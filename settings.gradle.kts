import javax.xml.parsers.DocumentBuilderFactory

rootProject.name = "hapax"

// The modules are those of the POM, so that there is one list.
val modules = DocumentBuilderFactory.newInstance().newDocumentBuilder()
    .parse(rootDir.resolve("pom.xml"))
    .getElementsByTagName("module")
for (i in 0 until modules.length) {
    include(modules.item(i).textContent.trim())
}
