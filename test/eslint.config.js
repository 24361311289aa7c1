import { fileURLToPath } from 'node:url'
import tseslint from 'typescript-eslint'

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      'release/**',
      'generated/**',
      // Made from spec/meta.
      'generator/spec-types/files/',
      'packages/*/cjs/**',
      'data/**',
      'test/consumers/**',
      'test/runtimes/**',
      'test/bench/**',
      'test/packages/consumers/**',
      '**/*.d.mts',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parserOptions: {
        project: [
          'generator/tsconfig.json',
          'packages/*/tsconfig.json',
          'packages/site/browser/tsconfig.json',
          'test/tsconfig.json',
        ],
        tsconfigRootDir: fileURLToPath(new URL('..', import.meta.url)),
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      // A name that begins with _ says that leaving the value out is the point.
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      // Implementations of a port promise even where they need not wait.
      '@typescript-eslint/require-await': 'off',
      'max-lines': ['error', { max: 400 }],
      // One way to hide a member: `#name` is private at run time too.
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"], TSParameterProperty)[accessibility="private"]',
          message: 'Use #name.',
        },
        {
          selector: 'MemberExpression[property.name="pathname"] > NewExpression:has(MetaProperty)',
          message: 'Use fileURLToPath: a path may hold a space, or a letter that an address writes in another way.',
        },
      ],
      'arrow-body-style': ['error', 'as-needed'],
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/test/**/*.ts', 'test/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  { files: ['**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
)
