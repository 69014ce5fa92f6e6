package dev.hapax.builds;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** One {@code pom.xml}, asked by XPath. */
record Pom(Document document) {

    static Pom in(Path folder) {
        try {
            return new Pom(DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(folder.resolve("pom.xml").toFile()));
        } catch (Exception e) {
            throw new IllegalStateException("cannot read the POM in " + folder, e);
        }
    }

    /** The texts of all nodes an XPath finds, e.g. {@code /project/modules/module}. */
    List<String> all(String path) {
        try {
            var found =
                    (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
            return IntStream.range(0, found.getLength())
                    .mapToObj(i -> found.item(i).getTextContent().strip())
                    .toList();
        } catch (XPathExpressionException e) {
            throw new IllegalArgumentException(path, e);
        }
    }

    /** {@code group:artifact} of each dependency an XPath finds. */
    List<String> keys(String path) {
        var groups = all(path + "/groupId");
        var artifacts = all(path + "/artifactId");
        return IntStream.range(0, groups.size())
                .mapToObj(i -> groups.get(i) + ":" + artifacts.get(i))
                .toList();
    }
}
