# Homebrew's formula. `npm run release` doesn't know it: url and sha256 are those of the published tarball.
class Rooster < Formula
  desc "Personal agent that keeps time, for people who live in a terminal"
  url "https://registry.npmjs.org/rooster/-/rooster-0.1.0.tgz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    package = libexec/"lib/node_modules/rooster"
    # `rooster update` reads who installed it, and tells how to update with Homebrew.
    (package/"installed-by").write "brew\n"
    bin.install_symlink libexec/"bin/rooster"
    man1.install_symlink package/"dist/rooster.1"
    bash_completion.install package/"dist/completions/rooster.bash" => "rooster"
    zsh_completion.install package/"dist/completions/_rooster"
    fish_completion.install package/"dist/completions/rooster.fish"
  end

  service do
    run [opt_bin/"rooster", "daemon", "run"]
    keep_alive crashed: true
    log_path var/"log/rooster.log"
    error_log_path var/"log/rooster.log"
  end

  test do
    ENV["ROOSTER_HOME"] = testpath/"home"
    assert_match version.to_s, shell_output("#{bin}/rooster --version")
    assert_match "tea", shell_output("#{bin}/rooster remind 20m tea")
    system bin/"rooster", "daemon", "stop"
  end
end
