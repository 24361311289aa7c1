/** Shells there is a completion script for. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The script a shell reads so that it completes commands, models, parameters and values; it asks the program itself. */
export function completionScript(shell: Shell): string {
  return scripts[shell]
}

const scripts: Record<Shell, string> = {
  bash: `# model-tasks completion bash > ~/.local/share/bash-completion/completions/model-tasks
_model_tasks() {
  local IFS=$'\\n' line=\${COMP_LINE:0:COMP_POINT} current=\${COMP_WORDS[COMP_CWORD]}
  local -a words=() answers=()
  IFS=' ' read -ra words <<< "$line"
  [[ $line == *' ' ]] && words+=('')
  answers=($(model-tasks complete -- "\${words[@]:1}" 2>/dev/null))
  local prefix=''
  [[ $current == '=' ]] && current=''
  [[ $line == *=* && \${words[-1]} == *=* ]] && prefix=\${words[-1]%%=*}=
  COMPREPLY=($(compgen -W "\${answers[*]#"$prefix"}" -- "$current"))
  [[ \${COMPREPLY[0]} == *= ]] && compopt -o nospace
  [[ \${#COMPREPLY[@]} -eq 0 ]] && compopt -o default
}
complete -F _model_tasks model-tasks
`,
  zsh: `#compdef model-tasks
# model-tasks completion zsh > "\${fpath[1]}/_model-tasks"
_model_tasks() {
  local -a answers open closed
  answers=("\${(@f)$(model-tasks complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  open=(\${(M)answers:#*=})
  closed=(\${answers:#*=})
  compadd -S '' -- $open
  compadd -- $closed
  (( \${#answers} )) || _files
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
  model-tasks complete -- $words[2..-1] 2>/dev/null
end
complete -c model-tasks -f -n 'count (__model_tasks_complete) >/dev/null' -a '(__model_tasks_complete)'
`,
}
