/// The version of this build.
package let keiroVersion = "0.2.0"
