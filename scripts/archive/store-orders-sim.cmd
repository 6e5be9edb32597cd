@setlocal
@set NODE_OPTIONS=
@"%~dp0node.exe" "%~dp0dist\cli\main.cjs" %*
