/** Shells there is a completion script for. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The script that makes a shell complete commands, models, parameters, values, tasks and profiles; it asks the program itself. */
export function completionScript(shell: Shell): string {
  return scripts[shell]
}

const scripts: Record<Shell, string> = {
  // Bash breaks words at "=" and ":", so that only what follows the last of them is to be answered.
  bash: `# model-tasks completion bash > ~/.local/share/bash-completion/completions/model-tasks
_model_tasks() {
  local line=\${COMP_LINE:0:COMP_POINT} word description width=0 IFS
  local -a words=() found=() notes=()
  IFS=$' \\t' read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  local current=\${words[\${#words[@]}-1]} prefix=
  [[ $current == *[=:]* ]] && prefix=\${current%"\${current##*[=:]}"}
  while IFS=$'\\t' read -r word description; do
    [[ -n $word ]] || continue
    word=\${word#"$prefix"}
    found+=("$word")
    notes+=("$description")
    (( \${#word} > width )) && width=\${#word}
  done < <("\${COMP_WORDS[0]}" complete -- "\${words[@]:1}" 2>/dev/null)
  COMPREPLY=()
  local index
  for index in "\${!found[@]}"; do
    if (( \${#found[@]} > 1 && COMP_TYPE == 63 )) && [[ -n \${notes[index]} ]]; then
      COMPREPLY+=("$(printf "%-\${width}s  (%s)" "\${found[index]}" "\${notes[index]:0:60}")")
    else
      COMPREPLY+=("\${found[index]}")
    fi
  done
  [[ \${found[0]} == *= ]] && compopt -o nospace
  (( \${#found[@]} )) && return
  compopt -o default
  # What bash completes by itself after "@" are host names.
  [[ $2 == @* ]] || return
  while IFS= read -r word; do
    if [[ -d $word ]]; then
      compopt -o nospace
      word+=/
    fi
    COMPREPLY+=("@$(printf %q "$word")")
  done < <(compgen -f -- "\${2#@}")
}
complete -F _model_tasks model-tasks
`,
  zsh: `#compdef model-tasks
# model-tasks completion zsh > "\${fpath[1]}/_model-tasks"
_model_tasks() {
  local -a open closed
  local line word description
  while IFS= read -r line; do
    word=\${line%%$'\\t'*}
    [[ -n $word ]] || continue
    description=\${line#*$'\\t'}
    line=\${word//:/\\\\:}\${description:+:\$description}
    if [[ $word == *= ]]; then open+=("$line"); else closed+=("$line"); fi
  done < <("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#open} + \${#closed} == 0 )); then
    compset -P 1 '*='
    compset -P '@'
    _files
    return
  fi
  (( \${#open} )) && _describe -t parameters parameter open -S ''
  (( \${#closed} )) && _describe -t values word closed
}
if [ "\$funcstack[1]" = "_model-tasks" ]; then
  _model_tasks "\$@"
else
  compdef _model_tasks model-tasks
fi
`,
  fish: `# model-tasks completion fish > ~/.config/fish/completions/model-tasks.fish
function __model_tasks_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found ($words[1] complete -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    set -l typed (commandline -ct)
    set -l prefix (string match -r '^[^=]*=@?|^@' -- $typed)
    for path in (__fish_complete_path (string replace -r '^[^=]*=@?|^@' '' -- $typed))
      printf '%s%s\\n' "$prefix" $path
    end
  end
end
complete -c model-tasks -f -a '(__model_tasks_complete)'
`,
}
