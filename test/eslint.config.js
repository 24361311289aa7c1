import tseslint from 'typescript-eslint'

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'generated/**', 'test/consumers/**', 'test/runtimes/**', 'test/bench/**'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['generator/tsconfig.json', 'packages/*/tsconfig.json', 'test/tsconfig.json'],
        tsconfigRootDir: new URL('..', import.meta.url).pathname,
      },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/require-await': 'off',
      'max-lines': ['error', { max: 400 }],
      'no-console': 'off',
      eqeqeq: 'error',
    },
  },
  { files: ['**/test/**/*.ts'], rules: { '@typescript-eslint/no-non-null-assertion': 'off', '@typescript-eslint/no-unsafe-assignment': 'off', '@typescript-eslint/no-unsafe-member-access': 'off' } },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
)
