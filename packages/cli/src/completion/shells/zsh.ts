/** Completion in zsh, with descriptions. */
export const zsh = `#compdef model-tasks
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
`
