/** Cuts a script at the semicolons that end statements, not at those in quotes, `$$` bodies or comments. */
export function splitStatements(script: string): string[] {
  const parts: string[] = []
  const token = /--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'$-]+|[\s\S]/g
  let current = ''
  for (const [text] of script.matchAll(token)) {
    if (text === ';') {
      parts.push(current.trim())
      current = ''
    } else if (!text.startsWith('--')) current += text
  }
  parts.push(current.trim())
  return parts.filter((part) => part !== '')
}
