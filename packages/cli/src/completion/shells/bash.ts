/** Bash breaks words at "=" and ":", so that only what follows the last of them is to be answered. */
export const bash = `# mkdir -p ~/.local/share/bash-completion/completions && model-tasks completion bash > ~/.local/share/bash-completion/completions/model-tasks
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
`
