/** Completion in fish, with descriptions. */
export const fish = `# mkdir -p ~/.config/fish/completions && model-tasks completion fish > ~/.config/fish/completions/model-tasks.fish
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
`
