/**
 * Completion in PowerShell. What was typed is passed in Base64: before 7.3, and on Windows wherever the program is started
 * through a file of npm, an argument that is empty or holds quotes does not arrive as it is.
 */
export const powershell = `# model-tasks completion powershell | Add-Content $PROFILE
Register-ArgumentCompleter -Native -CommandName model-tasks -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $current = $wordToComplete -replace '^["'']', ''
  $words = @(
    $commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object {
      if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
    }
    $current
  )
  $quote = {
    param($word)
    if ($word -match '^[\\w=:./\\\\~+-][\\w=:./\\\\~+@-]*$') { $word } else { "'" + ($word -replace "'", "''") + "'" }
  }
  $encoded = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($words -join "\`0"))
  $program = $commandAst.GetCommandName()
  $found = @(& $program complete --encoded $encoded 2>$null)
  foreach ($line in $found) {
    $word, $description = $line -split "\`t", 2
    if (-not $description) { $description = $word }
    [System.Management.Automation.CompletionResult]::new((& $quote $word), $word, 'ParameterValue', $description)
  }
  # PowerShell completes the names of files by itself, but not after "=" or "@".
  if ($found.Count -eq 0 -and $current -match '^([^=]*=@?|@)(.*)$') {
    $prefix, $typed = $Matches[1], $Matches[2]
    $folder = $typed -replace '[^/\\\\]*$', ''
    Get-ChildItem -Path ([WildcardPattern]::Escape($typed) + '*') -ErrorAction Ignore | ForEach-Object {
      $word = $prefix + $folder + $_.Name
      if ($_.PSIsContainer) { $word += '/' }
      [System.Management.Automation.CompletionResult]::new((& $quote $word), $_.Name, 'ParameterValue', $word)
    }
  }
}
`
