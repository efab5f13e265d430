// The completion scripts. Each passes the typed words to `rooster completion words`, and shows what comes back. Where
// nothing does, the shell completes names of files.

/** bash takes only the words. What bash itself splits at a colon stays split, so no word offered has one. */
const BASH = `_rooster() {
  local line word
  COMPREPLY=()
  while IFS= read -r line; do
    printf -v word '%q' "\${line%%$'\\t'*}"
    COMPREPLY+=("$word")
  done < <("\${COMP_WORDS[0]}" completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _rooster rooster
`;

const ZSH = `#compdef rooster
_rooster() {
  local line
  local -a offers
  while IFS= read -r line; do
    offers+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#offers} )); then _describe -V rooster offers; else _files; fi
}
if [[ "\${funcstack[1]}" == _rooster ]]; then _rooster "$@"; else compdef _rooster rooster; fi
`;

const FISH = [
  'function __rooster_words',
  '  set -l typed (commandline -opc)',
  '  set -l offers ($typed[1] completion words -- $typed[2..-1] (commandline -ct) 2>/dev/null)',
  '  if test (count $offers) -gt 0',
  "    printf '%s\\n' $offers",
  '  else',
  '    __fish_complete_path (commandline -ct)',
  '  end',
  'end',
  "complete -c rooster -f -a '(__rooster_words)'",
  '',
].join('\n');

export const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['bash', BASH],
  ['zsh', ZSH],
  ['fish', FISH],
]);
