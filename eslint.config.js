import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: [".venv/**", "build/**"] },
  js.configs.recommended,
  {
    files: ["src/lunaria/web/**/*.js"],
    languageOptions: { globals: globals.browser },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-restricted-syntax": ["error", { selector: "AssignmentExpression[left.property.name=/innerHTML|outerHTML/]", message: "Texts are text, never markup." }],
    },
  },
];
