/** Two hundred texts of at most sixty characters that may break code that stores or shows texts. */

const bare = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe src=javascript:alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<b>negrita</b>',
  '</p></div></body></html>',
  '<!-- comentario',
  '<style>*{display:none}</style>',
  '&lt;b&gt;&amp;&quot;&#39;',
  '"; drop table people; --',
  "' or '1'='1",
  "Robert'); delete from people;--",
  '%_\\%',
  '{{7*7}} $\u007B7*7} #{7*7} <%= 7*7 %>',
  '$(reboot) `reboot` | reboot',
  '=cmd|calc!A1',
  '../../../../etc/passwd',
  'https://malo.example/?q=<x>',
  'javascript:alert(1)',
  '__proto__',
  'null',
  '\u202Eoirartnoc\u202C',
  '\u200B\u200D\uFEFF.',
  '👩‍⚕️ Ñandú e\u0301 ﷽',
]

const dressed: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `"${text}`,
  (text) => `'>${text}`,
  (text) => `${text}\\`,
  (text) => `--> ${text}`,
  (text) => text.toUpperCase(),
  (text) => `]]>${text}`,
  (text) => `${text};//`,
]

export const adversarialTexts: readonly string[] = dressed.flatMap((dress) => bare.map(dress))
