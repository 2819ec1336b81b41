// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A walk over the tree of subcommands. The type of an option's value tells what
// to offer for it: "a|b|c" is a choice, anything else may be a file.

#include "tools/halfword/completion.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "tools/halfword/messages.h"

namespace halfword::tools {

namespace {

struct Level {
  std::string path;  // "snapshot diff"; "" for the program
  const CLI::App* app;
};

std::vector<Level> Levels(const CLI::App& app) {
  std::vector<Level> levels = {{"", &app}};
  for (size_t i = 0; i < levels.size(); ++i) {
    const Level level = levels[i];
    for (const CLI::App* const below : level.app->get_subcommands({})) {
      const std::string space = level.path.empty() ? "" : " ";
      levels.push_back({level.path + space + below->get_name(), below});
    }
  }
  return levels;
}

// "--top"; "" for what has a place and no name.
std::string LongName(const CLI::Option& option) {
  const std::vector<std::string>& names = option.get_lnames();
  return names.empty() ? "" : "--" + names.front();
}

bool TakesValue(const CLI::Option& option) {
  return option.get_items_expected_max() != 0;
}

// "csv sqlite"; "": no choice.
std::string Choices(const CLI::Option& option) {
  std::string type = option.get_type_name();
  if (type.find('|') == std::string::npos) return "";
  for (char& byte : type) {
    if (byte == '|') byte = ' ';
  }
  return type;
}

std::string WordsOf(const CLI::App& app) {
  std::string words;
  for (const CLI::App* const below : app.get_subcommands({})) {
    words += below->get_name() + ' ';
  }
  for (const CLI::Option* const option : app.get_options()) {
    const std::string name = LongName(*option);
    if (!name.empty()) {
      words += name + ' ';
    } else if (!Choices(*option).empty()) {
      words += Choices(*option) + ' ';
    }
  }
  if (!words.empty()) words.pop_back();
  return words;
}

// In single quotes.
std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char byte : text) {
    quoted += byte == '\'' ? std::string("'\\''") : std::string(1, byte);
  }
  return quoted + '\'';
}

// When fish is to offer something: all words of the path are there, and none of
// the next.
std::string FishCondition(const Level& level) {
  std::string condition;
  if (level.path.empty()) return "__fish_use_subcommand";
  std::string path = level.path;
  for (char& byte : path) {
    if (byte == ' ') byte = ';';
  }
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find(';', begin), path.size());
    if (begin != 0) condition += "; and ";
    condition +=
        "__fish_seen_subcommand_from " + path.substr(begin, end - begin);
    begin = end + 1;
  }
  std::string next;
  for (const CLI::App* const below : level.app->get_subcommands({})) {
    next += ' ' + below->get_name();
  }
  if (!next.empty()) {
    condition += "; and not __fish_seen_subcommand_from" + next;
  }
  return condition;
}

class Completion final : public Command {
 public:
  explicit Completion(CLI::App* app) : program_(*app) {
    app_ = app->add_subcommand(
        "completion", "A script by which a shell completes command lines");
    app_->add_option("SHELL", shell_, "The shell")
        ->required()
        ->type_name("bash|zsh|fish")
        ->check([](const std::string& shell) -> std::string {
          if (shell == "bash" || shell == "zsh" || shell == "fish") return "";
          return shell + ": expected bash, zsh or fish";
        });
    app_->footer(
        "Examples:\n"
        "  source <(halfword completion bash)\n"
        "  halfword completion fish > "
        "~/.config/fish/completions/halfword.fish");
  }

  ExitStatus Run() override {
    const std::string text = shell_ == "bash"  ? BashCompletion(program_)
                             : shell_ == "zsh" ? ZshCompletion(program_)
                                               : FishCompletion(program_);
    return PrintResult(text) ? ExitStatus::kDone : ExitStatus::kFailed;
  }

 private:
  const CLI::App& program_;
  std::string shell_;
};

}  // namespace

// `path` and `words` mean something to zsh.
std::string BashCompletion(const CLI::App& app) {
  std::string paths;
  std::string offers;
  std::string values;
  for (const Level& level : Levels(app)) {
    if (!level.path.empty()) {
      paths += (paths.empty() ? "" : " | ") + Quoted(level.path);
    }
    offers += fmt::format("    {}) offers={} ;;\n", Quoted(level.path),
                          Quoted(WordsOf(*level.app)));
    for (const CLI::Option* const option : level.app->get_options()) {
      const std::string name = LongName(*option);
      if (name.empty() || !TakesValue(*option)) continue;
      values +=
          fmt::format("    {}) offers={} ;;\n", Quoted(level.path + ' ' + name),
                      Quoted(Choices(*option)));
    }
  }
  return fmt::format(
      R"(# Completes command lines of halfword in bash.
_halfword() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} level='' offers='' next i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    next="${{level:+$level }}${{COMP_WORDS[i]}}"
    case $next in
    {}) level=$next ;;
    esac
  done
  case $level in
{}  esac
  case "$level ${{COMP_WORDS[COMP_CWORD - 1]}}" in
{}  esac
  COMPREPLY=($(compgen -W "$offers" -- "$current"))
}}
complete -o default -o bashdefault -F _halfword halfword
)",
      paths, offers, values);
}

std::string ZshCompletion(const CLI::App& app) {
  return "autoload -U +X compinit && compinit\n"
         "autoload -U +X bashcompinit && bashcompinit\n" +
         BashCompletion(app);
}

std::string FishCompletion(const CLI::App& app) {
  std::string text = "# Completes command lines of halfword in fish.\n";
  for (const Level& level : Levels(app)) {
    const std::string start =
        "complete -c halfword -n " + Quoted(FishCondition(level));
    for (const CLI::App* const below : level.app->get_subcommands({})) {
      text += fmt::format("{} -f -a {} -d {}\n", start, below->get_name(),
                          Quoted(below->get_description()));
    }
    for (const CLI::Option* const option : level.app->get_options()) {
      const std::string name = LongName(*option);
      const std::string choices = Choices(*option);
      const std::string offered =
          choices.empty() ? "" : " -f -a " + Quoted(choices);
      if (name.empty()) {
        if (!choices.empty()) text += start + offered + '\n';
        continue;
      }
      text += fmt::format("{} -l {}{}{} -d {}\n", start, name.substr(2),
                          TakesValue(*option) ? " -r" : "", offered,
                          Quoted(option->get_description()));
    }
  }
  return text;
}

std::unique_ptr<Command> MakeCompletion(CLI::App* app) {
  return std::make_unique<Completion>(app);
}

}  // namespace halfword::tools
